#include "backwire/testing/fuzz/portable_twins.h"

#include <cstddef>

#include "backwire/wire/wire_format.h"

namespace backwire::fuzz {
namespace {

// Reads one code point from the front of *text; false if none is there.
bool TakeCodePoint(std::string_view* text) {
  const auto byte = [text](size_t i) {
    return static_cast<uint8_t>((*text)[i]);
  };
  const uint8_t lead = byte(0);
  const size_t size = lead < 0x80   ? 1
                      : lead < 0xc0 ? 0
                      : lead < 0xe0 ? 2
                      : lead < 0xf0 ? 3
                      : lead < 0xf8 ? 4
                                    : 0;
  if (size == 0 || text->size() < size) return false;
  uint32_t point = size == 1 ? lead : lead & (0x7fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if (byte(i) >> 6 != 2) return false;
    point = point << 6 | (byte(i) & 0x3fu);
  }
  text->remove_prefix(size);
  const size_t shortest = point < 0x80      ? 1
                          : point < 0x800   ? 2
                          : point < 0x10000 ? 3
                                            : 4;
  return size == shortest && point <= 0x10ffff && point >> 11 != 0x1b;
}

// A walk with its position. Each step is false if the input is malformed.
class Walk {
 public:
  Walk(std::string_view bytes, Trace* trace) : bytes_(bytes), trace_(trace) {}

  bool Message(size_t end, int depth) {
    while (at_ < end) {
      uint64_t tag;
      if (!Tag(end, &tag)) return false;
      if ((tag & 7) == wire::kEGroup) {
        ended_by_ = tag;
        return true;
      }
      if (!Payload(static_cast<uint32_t>(tag), end, depth)) return false;
    }
    return true;
  }

  uint64_t ended_by() const { return ended_by_; }

 private:
  bool Varint(size_t end, size_t max_bytes, uint64_t* value) {
    *value = 0;
    for (size_t i = 0; i < max_bytes; ++i) {
      if (at_ >= end) return false;
      const auto byte = static_cast<uint8_t>(bytes_[at_++]);
      *value |= uint64_t{byte & 0x7fu} << (7 * i);
      if (byte < 0x80) return true;
    }
    return false;
  }

  // Bits above the 32nd are dropped.
  bool Tag(size_t end, uint64_t* tag) {
    if (!Varint(end, wire::kMaxTagBytes, tag)) return false;
    *tag &= 0xffffffff;
    trace_->Add(*tag);
    return *tag >> 3 != 0 && (*tag & 7) <= wire::kI32;
  }

  bool Fixed(size_t end, size_t size) {
    if (end - at_ < size) return false;
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i) {
      value |= uint64_t{static_cast<uint8_t>(bytes_[at_ + i])} << (8 * i);
    }
    at_ += size;
    trace_->Add(value);
    return true;
  }

  bool Payload(uint32_t tag, size_t end, int depth) {
    uint64_t value;
    switch (tag & 7) {
      case wire::kVarint:
        if (!Varint(end, wire::kMaxVarintBytes, &value)) return false;
        trace_->Add(value);
        return true;
      case wire::kI64:
        return Fixed(end, 8);
      case wire::kI32:
        return Fixed(end, 4);
      case wire::kLen:
        return Len(tag, end, depth);
      default:
        return Group(tag, end, depth);
    }
  }

  bool Len(uint32_t tag, size_t end, int depth) {
    uint64_t size;
    if (!Varint(end, wire::kMaxLengthBytes, &size) || size > end - at_) {
      return false;
    }
    const size_t inner_end = at_ + size;
    switch (LenUseOf(tag >> 3)) {
      case LenUse::kString:
      case LenUse::kCopy:
        trace_->Add(bytes_.substr(at_, size));
        break;
      case LenUse::kSkip:
        trace_->Add(size);
        break;
      case LenUse::kMessage:
        return depth > 0 && Message(inner_end, depth - 1) && ended_by_ == 0;
      case LenUse::kPacked:
        return Packed(inner_end);
    }
    at_ = inner_end;
    return true;
  }

  bool Packed(size_t end) {
    while (at_ < end) {
      uint64_t value;
      if (!Varint(end, wire::kMaxVarintBytes, &value)) return false;
      trace_->Add(value);
    }
    return true;
  }

  bool Group(uint32_t tag, size_t end, int depth) {
    if (depth <= 0 || !Message(end, depth - 1)) return false;
    const bool closed = ended_by_ == tag + 1;
    ended_by_ = 0;
    return closed;
  }

  std::string_view bytes_;
  Trace* trace_;
  size_t at_ = 0;
  uint64_t ended_by_ = 0;
};

}  // namespace

bool TwinIsValidUtf8(std::string_view text) {
  while (!text.empty()) {
    if (!TakeCodePoint(&text)) return false;
  }
  return true;
}

bool TwinWalk(std::string_view bytes, Trace* trace) {
  Walk walk(bytes, trace);
  return walk.Message(bytes.size(), wire::kMaxDepth) && walk.ended_by() == 0;
}

}  // namespace backwire::fuzz
