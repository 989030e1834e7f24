#include "backwire/view/parse_context.h"

#include <algorithm>

#include "backwire/wire/backward_writer.h"

namespace backwire::view {
namespace {

// How far to look ahead for ASCII.
constexpr ptrdiff_t kLookAheadBytes = 1024;

}  // namespace

const char* ParseContext::LookForAscii(const char* begin) {
  const ptrdiff_t left = reader_.piece_end() - begin;
  ascii_begin_ = begin;
  ascii_end_ = AsciiEnd(begin, begin + std::min(left, kLookAheadBytes));
  return ascii_end_;
}

bool ParseContext::IsText(const char* begin, const char* end) {
  if (LookForAscii(begin) >= end) return true;
  return wire::IsValidUtf8Slow(begin, static_cast<size_t>(end - begin));
}

const char* ParseContext::TakeAcrossPieces(const char* ptr, size_t size_bytes,
                                           StringRef* out) {
  *out = Take(reader_.OffsetBytes(ptr), size_bytes);
  return reader_.Skip(ptr, size_bytes);
}

const char* ParseContext::TakeTextAcrossPieces(const char* ptr,
                                               size_t size_bytes,
                                               StringRef* out) {
  ptr = TakeAcrossPieces(ptr, size_bytes, out);
  if (ptr == nullptr || wire::IsValidUtf8(out->data, out->size)) return ptr;
  return reader_.Fail(wire::DecodeErrorKind::kInvalidUtf8, ptr);
}

StringRef ParseContext::Take(uint64_t offset_bytes, size_t size_bytes) {
  if (size_bytes == 0) return {"", 0};
  const auto size = static_cast<uint32_t>(size_bytes);
  const Chunk* chunk =
      std::upper_bound(
          chunks_, chunks_ + chunk_count_, offset_bytes,
          [](uint64_t offset, const Chunk& c) { return offset < c.begin; }) -
      1;
  size_t at = offset_bytes - chunk->begin;
  if (size_bytes <= chunk->size_bytes - at) return {chunk->data + at, size};
  char* const joined = arena_.Allocate(size_bytes);
  for (char* to = joined; size_bytes != 0; ++chunk, at = 0) {
    const size_t piece = std::min(size_bytes, chunk->size_bytes - at);
    std::memcpy(to, chunk->data + at, piece);
    to += piece;
    size_bytes -= piece;
  }
  return {joined, size};
}

void ParseContext::AddUnknown(char* record, StringRef bytes) {
  auto* unknown = Load<UnknownRanges*>(record, 0);
  if (unknown == nullptr) {
    unknown = reinterpret_cast<UnknownRanges*>(
        arena_.AllocateZeroed(sizeof(UnknownRanges)));
    Store(record, 0, unknown);
  }
  ArrayRef& ranges = unknown->ranges;
  auto* const last =
      reinterpret_cast<StringRef*>(const_cast<char*>(ranges.data)) +
      ranges.size;
  if (ranges.size != 0 && last[-1].data + last[-1].size == bytes.data) {
    last[-1].size += bytes.size;
    return;
  }
  if (ranges.size == ranges.capacity) {
    arena_.Grow(&ranges, 1, sizeof(StringRef));
  }
  Store(const_cast<char*>(ranges.data),
        ranges.size * static_cast<uint32_t>(sizeof(StringRef)), bytes);
  ++ranges.size;
}

void ParseContext::AddUnknownVarint(char* record, uint32_t number,
                                    uint64_t value) {
  constexpr size_t kMaxBytes = wire::kMaxTagBytes + wire::kMaxVarintBytes;
  char* const memory = arena_.Allocate(kMaxBytes);
  auto* const end = reinterpret_cast<uint8_t*>(memory) + kMaxBytes;
  uint8_t* cursor = wire::WriteVarintUnchecked(value, end);
  cursor =
      wire::WriteVarintUnchecked(wire::MakeTag(number, wire::kVarint), cursor);
  AddUnknown(record, {reinterpret_cast<const char*>(cursor),
                      static_cast<uint32_t>(end - cursor)});
}

}  // namespace backwire::view
