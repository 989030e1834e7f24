// Parsing of map fields. The last entry of a key wins and stands where the
// first one did; the keys of small maps are compared when an entry arrives,
// those of large maps when all has been parsed (finish.h).
#include "backwire/compat/protobuf_version.h"
#include "backwire/view/encode.h"
#include "backwire/view/map_index.h"
#include "backwire/view/parse_context.h"
#include "backwire/wire/chain_source.h"

namespace backwire::view {
namespace {

using wire::WireReader;

// Keys are two strings or eight bytes at most, values one string or a pointer.
constexpr size_t kMaxEntryBytes = 2 * sizeof(StringRef);

// The entry of that key in a map without an index; nullptr if there is none.
char* FindEntry(const ArrayRef& map, const MapLayout& layout,
                const char* entry) {
  char* at = const_cast<char*>(map.data);
  for (uint32_t i = 0; i < map.size; ++i, at += layout.entry_bytes) {
    if (SameKey(layout.key, at, entry)) return at;
  }
  return nullptr;
}

void InsertEntry(ParseContext& context, const MapLayout& layout, ArrayRef* map,
                 const char* entry) {
  char* at =
      map->size < kLargeMapEntries ? FindEntry(*map, layout, entry) : nullptr;
  if (at == nullptr) {
    if (map->size == map->capacity) {
      context.arena().Grow(map, 1, layout.entry_bytes);
    }
    at = const_cast<char*>(map->data) + size_t{map->size} * layout.entry_bytes;
    ++map->size;
  }
  std::memcpy(at, entry, layout.entry_bytes);
  if (map->size >= kLargeMapEntries) context.has_large_maps = true;
}

// An entry whose enum value has no name goes to the unknown fields, rewritten
// in full.
BACKWIRE_NOINLINE void KeepUnknownEntry(ParseContext& context,
                                        const FieldLayout& field, char* record,
                                        const char* entry) {
  wire::ChainSource source;
  wire::BackwardWriter writer(&source, /*deterministic=*/false);
  writer.Finish(EncodeMapEntry(field, entry, writer.Begin(), writer));
  std::string bytes;
  source.AppendTo(&bytes);
  char* const memory = context.arena().Allocate(bytes.size());
  std::memcpy(memory, bytes.data(), bytes.size());
  context.AddUnknown(record, {memory, static_cast<uint32_t>(bytes.size())});
}

const char* ParseEntryField(ParseContext& context, const char* ptr,
                            const FieldLayout& field, char* entry) {
  if (compat::kCutsBoolsInEntries && field.kind == FieldKind::kBool) {
    uint64_t value = 0;
    ptr = context.reader().ReadVarint(ptr, &value);
    entry[field.offset] = static_cast<uint32_t>(value) != 0 ? 1 : 0;
    return ptr;
  }
  if (field.kind != FieldKind::kMessage) {
    return ParseValue(context, ptr, field.kind, entry + field.offset);
  }
  return ParseMessageAt(context, ptr, field, SubMessage(field),
                        Load<char*>(entry, field.offset));
}

const char* ParseEntryBody(ParseContext& context, const char* ptr,
                           const MapLayout& layout, char* entry) {
  WireReader& reader = context.reader();
  while (!reader.Done(&ptr)) {
    uint32_t tag;
    ptr = reader.ReadTag(ptr, &tag);
    if (ptr == nullptr) return nullptr;
    if (tag == layout.key.tag) {
      ptr = ParseEntryField(context, ptr, layout.key, entry);
    } else if (tag == layout.value.tag) {
      ptr = ParseEntryField(context, ptr, layout.value, entry);
    } else if (wire::TypeOf(tag) == wire::kEGroup) {
      reader.EndGroup(tag);
      return ptr;
    } else {
      // Unknown fields inside an entry are dropped.
      ptr = SkipRecord(context, ptr, tag);
    }
    if (ptr == nullptr) return nullptr;
  }
  return ptr;
}

BACKWIRE_NOINLINE const char* ParseEntry(ParseContext& context, const char* ptr,
                                         const FieldLayout& field,
                                         char* record) {
  const MapLayout& layout = *field.sub->map;
  alignas(8) char entry[kMaxEntryBytes] = {};
  if (layout.value.kind == FieldKind::kMessage) {
    Store(
        entry, layout.value.offset,
        context.arena().AllocateZeroed(SubMessage(layout.value).record_bytes));
  }
  ptr = context.reader().ReadMessage(ptr, [&](const char* p) {
    return ParseEntryBody(context, p, layout, entry);
  });
  if (ptr == nullptr) return nullptr;
  if (layout.value.kind == FieldKind::kClosedEnum &&
      !layout.value.sub->closed_enum->Contains(
          Load<int32_t>(entry, layout.value.offset))) {
    KeepUnknownEntry(context, field, record, entry);
    return ptr;
  }
  InsertEntry(context, layout, &ArrayAt(record, field.offset), entry);
  return ptr;
}

// An entry of two strings, as it lies in a record.
struct StringEntry {
  StringRef key;
  StringRef value;
};
static_assert(sizeof(StringEntry) == 24);

// Two bits out of 64, the same ones for the same key, by its first and its last
// eight bytes: keys of one map often begin alike. 8 bytes can be read at the
// key. Without a branch, since keys of all lengths come in no order.
inline uint64_t KeyBits(const StringRef& key) {
  static constexpr uint64_t kMasks[] = {0,
                                        0xff,
                                        0xffff,
                                        0xffffff,
                                        0xffffffff,
                                        0xffffffffff,
                                        0xffffffffffff,
                                        0xffffffffffffff,
                                        0xffffffffffffffff};
  const uint32_t used = key.size < 8 ? key.size : 8;
  const uint64_t first = wire::Load64(key.data) & kMasks[used];
  const uint64_t last =
      wire::Load64(key.data + (key.size - used)) & kMasks[used];
  const uint64_t hash =
      (first ^ (last << 29 | last >> 35)) * 0x9e3779b97f4a7c15 + key.size;
  return uint64_t{1} << (hash >> 58) | uint64_t{1} << (hash >> 52 & 63);
}

// The same for a key with anything, or nothing, behind it.
uint64_t KeyBitsOf(const StringRef& key) {
  if (key.size >= 8) return KeyBits(key);
  char copy[8] = {};
  if (key.size != 0) std::memcpy(copy, key.data, key.size);
  return KeyBits({copy, key.size});
}

// Parses the entries of one run. The end of the entries so far is kept in
// registers; Commit() and Load() move it to the record and back around whatever
// else adds to the map.
class StringMapParser {
 public:
  StringMapParser(ParseContext& context, const FieldLayout& field, char* record)
      : context_(context),
        field_(field),
        record_(record),
        map_(ArrayAt(record, field.offset)),
        checks_key_(field.sub->map->key.kind == FieldKind::kText),
        checks_value_(field.sub->map->value.kind == FieldKind::kText) {}

  const char* Parse(const char* ptr) {
    if (map_.capacity == 0) {
      map_.data =
          context_.arena().Allocate(kFirstEntries * sizeof(StringEntry));
      map_.capacity = kFirstEntries;
    }
    for (;;) {
      ptr = ParsePlain(ptr);
      if (!tag_is_read_) break;
      ptr = ParseEntry(context_, ptr, field_, record_);
      if (ptr == nullptr) return nullptr;
      if (!context_.reader().ConsumeTag(&ptr, field_.tag)) break;
    }
    context_.arena().Trim(&map_, sizeof(StringEntry));
    if (map_.size >= kLargeMapEntries) context_.has_large_maps = true;
    return ptr;
  }

 private:
  // What is too much of it is given back.
  static constexpr uint32_t kFirstEntries = 16;

  // Takes entries of the plain form (key, value, lengths of one byte, inside
  // of one piece) as long as there are some. Returns the position of the
  // length of the first that is not, with tag_is_read_ set; or that of another
  // field.
  const char* ParsePlain(const char* ptr);

  // Finds out where ASCII ends; true if that is at `end` or behind.
  bool LookForAscii(const char* begin, const char* end) {
    ascii_end_ = context_.LookForAscii(begin);
    return end <= ascii_end_;
  }
  bool IsText(const StringEntry& entry) const {
    return (!checks_key_ ||
            wire::IsValidUtf8(entry.key.data, entry.key.size)) &&
           (!checks_value_ ||
            wire::IsValidUtf8(entry.value.data, entry.value.size));
  }

  // The entries' keys, as a set in which there may be others.
  uint64_t KeysOf() const {
    if (map_.size >= kLargeMapEntries) return ~uint64_t{0};
    uint64_t keys = 0;
    const auto* const entries = reinterpret_cast<const StringEntry*>(map_.data);
    for (uint32_t i = 0; i < map_.size; ++i) {
      keys |= KeyBitsOf(entries[i].key);
    }
    return keys;
  }

  StringEntry* EntriesEnd() const {
    return reinterpret_cast<StringEntry*>(const_cast<char*>(map_.data)) +
           map_.size;
  }
  void Commit(const StringEntry* end) {
    map_.size = static_cast<uint32_t>(
        end - reinterpret_cast<const StringEntry*>(map_.data));
  }
  // Puts in the entry that stands at `end`, whose key may be there already.
  BACKWIRE_NOINLINE StringEntry* Insert(StringEntry* end) {
    const StringEntry entry = *end;
    Commit(end);
    InsertEntry(context_, *field_.sub->map, &map_,
                reinterpret_cast<const char*>(&entry));
    return EntriesEnd();
  }
  // Makes room behind `end`.
  BACKWIRE_NOINLINE StringEntry* Grow(StringEntry* end) {
    Commit(end);
    context_.arena().Grow(&map_, 1, sizeof(StringEntry));
    return EntriesEnd();
  }

  ParseContext& context_;
  const FieldLayout& field_;
  char* const record_;
  ArrayRef& map_;
  const bool checks_key_;
  const bool checks_value_;
  bool tag_is_read_ = true;
  const char* ascii_end_ = nullptr;
};

// Reads the entry [begin, end). False if it is not of the plain form. The
// places are kept in variables, since *entry could be one of the bytes read.
inline bool ReadPlainEntry(const char* begin, const char* end,
                           StringEntry* entry) {
  constexpr char kKeyTag = wire::MakeTag(1, wire::kLen);
  constexpr char kValueTag = wire::MakeTag(2, wire::kLen);
  const uint32_t key_size = static_cast<uint8_t>(begin[1]);
  const char* const value = begin + 2 + key_size;
  if (BACKWIRE_UNLIKELY(begin[0] != kKeyTag || value + 2 > end)) return false;
  const uint32_t value_size = static_cast<uint8_t>(value[1]);
  if (BACKWIRE_UNLIKELY(value[0] != kValueTag ||
                        value + 2 + value_size != end)) {
    return false;
  }
  entry->key = {begin + 2, key_size};
  entry->value = {value + 2, value_size};
  return true;
}

const char* StringMapParser::ParsePlain(const char* ptr) {
  WireReader& reader = context_.reader();
  tag_is_read_ = true;
  if (reader.piece_end() == nullptr || reader.depth_left() <= 0) return ptr;
  const char* const limit = reader.limit_end();
  const uint32_t tag = field_.tag;
  const uint32_t tag_byte = tag < 0x80 ? tag : 0x100;
  // Where nothing is checked, all is good.
  const bool checks = checks_key_ || checks_value_;
  ascii_end_ = checks ? context_.AsciiKnownFrom(ptr) : limit;
  uint64_t keys = KeysOf();
  StringEntry* to = EntriesEnd();
  const StringEntry* stop = to + (map_.capacity - map_.size);
  for (;;) {
    if (BACKWIRE_UNLIKELY(to == stop)) {
      to = Grow(to);
      stop = to + (map_.capacity - map_.size);
    }
    const auto size = static_cast<uint8_t>(ptr[0]);
    const char* const end = ptr + 1 + size;
    // Written where it will stay; it counts from ++to on.
    if (BACKWIRE_UNLIKELY(size >= 0x80 || end > limit) ||
        !ReadPlainEntry(ptr + 1, end, to)) {
      break;
    }
    if (BACKWIRE_UNLIKELY(end > ascii_end_) && !LookForAscii(ptr + 1, end) &&
        !IsText(*to)) {
      break;  // to be refused
    }
    const uint64_t key = KeyBits({ptr + 3, static_cast<uint8_t>(ptr[2])});
    if (BACKWIRE_UNLIKELY((keys & key) == key)) {
      to = Insert(to);
      stop = to + (map_.capacity - map_.size);
    } else {
      ++to;
    }
    keys |= key;
    ptr = end;
    if (BACKWIRE_LIKELY(ptr < limit &&
                        static_cast<uint8_t>(*ptr) == tag_byte)) {
      ++ptr;
    } else if (!reader.ConsumeTag(&ptr, tag)) {
      tag_is_read_ = false;
      break;
    }
  }
  Commit(to);
  return ptr;
}

}  // namespace

const char* ParseMap(ParseContext& context, const char* ptr,
                     const FieldLayout& field, char* record) {
  do {
    ptr = ParseEntry(context, ptr, field, record);
  } while (ptr != nullptr && context.reader().ConsumeTag(&ptr, field.tag));
  if (ptr != nullptr) {
    context.arena().Trim(&ArrayAt(record, field.offset),
                         field.sub->map->entry_bytes);
  }
  return ptr;
}

const char* ParseStringMap(ParseContext& context, const char* ptr,
                           const FieldLayout& field, char* record) {
  return StringMapParser(context, field, record).Parse(ptr);
}

}  // namespace backwire::view
