#include "backwire/view/unknown_records.h"

#include "backwire/wire/wire_reader.h"

namespace backwire::view {
namespace {

using wire::WireReader;

void AppendVarint(uint64_t value, std::string* out) {
  for (; value >= 0x80; value >>= 7) {
    out->push_back(static_cast<char>(value | 0x80));
  }
  out->push_back(static_cast<char>(value));
}

const char* AppendRecords(const char* ptr, WireReader& reader,
                          std::string* out);

// Copies the payload of a record; the parser has seen that it is well-formed.
const char* AppendPayload(uint32_t tag, const char* ptr, WireReader& reader,
                          std::string* out) {
  uint64_t value = 0;
  size_t size_bytes = 0;
  const size_t begin = out->size();
  switch (wire::TypeOf(tag)) {
    case wire::kVarint:
      ptr = reader.ReadVarint(ptr, &value);
      AppendVarint(value, out);
      return ptr;
    case wire::kI64:
      out->append(ptr, 8);
      return ptr + 8;
    case wire::kI32:
      out->append(ptr, 4);
      return ptr + 4;
    case wire::kLen:
      ptr = reader.ReadLength(ptr, &size_bytes);
      if (ptr == nullptr) return nullptr;
      AppendVarint(size_bytes, out);
      out->resize(out->size() + size_bytes);
      return reader.CopyBytes(ptr, size_bytes,
                              out->data() + out->size() - size_bytes);
    case wire::kSGroup:
      ptr = reader.ReadGroup(ptr, tag, [&](const char* p) {
        return AppendRecords(p, reader, out);
      });
      AppendVarint(tag + (wire::kEGroup - wire::kSGroup), out);
      return ptr;
    case wire::kEGroup:
      break;
  }
  out->resize(begin);
  return nullptr;
}

const char* AppendRecords(const char* ptr, WireReader& reader,
                          std::string* out) {
  while (!reader.Done(&ptr)) {
    uint32_t tag;
    ptr = reader.ReadTag(ptr, &tag);
    if (ptr == nullptr) return nullptr;
    if (wire::TypeOf(tag) == wire::kEGroup) {
      reader.EndGroup(tag);
      return ptr;
    }
    AppendVarint(tag, out);
    ptr = AppendPayload(tag, ptr, reader, out);
    if (ptr == nullptr) return nullptr;
  }
  return ptr;
}

}  // namespace

std::string CanonicalUnknown(const UnknownRanges& unknown) {
  std::string bytes;
  for (uint32_t i = 0; i < unknown.ranges.size; ++i) {
    const auto range = Load<StringRef>(
        unknown.ranges.data, i * static_cast<uint32_t>(sizeof(StringRef)));
    WireReader reader(range.data, range.size);
    AppendRecords(reader.Begin(), reader, &bytes);
  }
  return bytes;
}

}  // namespace backwire::view
