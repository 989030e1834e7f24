// Decoding of map fields.
//
// The common entry, key before value and nothing else, all in one piece of the
// input, is looked at in place, without any effect, and then put into the map
// at once. Every other entry is read field by field.
#ifndef BACKWIRE_MESSAGE_MAP_DECODE_H_
#define BACKWIRE_MESSAGE_MAP_DECODE_H_

#include <string_view>
#include <utility>

#include "backwire/message/map_entry.h"
#include "backwire/wire/chain_source.h"
#include "google/protobuf/map.h"

namespace backwire::message {

// A field of an entry as it stands in the input. For a string the bytes; for a
// scalar the value; for a submessage the position of its length.
template <class Kind>
struct EntryField {
  typename Kind::Value value{};
};
template <>
struct EntryField<Utf8String> {
  const char* data = nullptr;
  size_t size = 0;
};
template <>
struct EntryField<RawString> : EntryField<Utf8String> {};
template <class M>
struct EntryField<Submessage<M>> {
  const char* length_at = nullptr;
};

// Looks at the record of field `kNumber` at `ptr`, which must end by `end`, up
// to where kSlopBytes more can be read. nullptr: it is not the plain form.
template <class Kind, uint32_t kNumber>
inline const char* PeekEntryField(const char* ptr, const char* end,
                                  EntryField<Kind>* field) {
  constexpr auto kTag =
      static_cast<char>(wire::MakeTag(kNumber, EntryWireType<Kind>()));
  if (ptr >= end || *ptr != kTag) return nullptr;
  ++ptr;
  if constexpr (EntryWireType<Kind>() == wire::kLen) {
    // Up to 16,383 bytes, in the shortest form.
    size_t size = static_cast<uint8_t>(ptr[0]);
    const char* data = ptr + 1;
    if (BACKWIRE_UNLIKELY(size >= 0x80)) {
      const size_t high = static_cast<uint8_t>(ptr[1]);
      if (high >= 0x80 || high == 0) return nullptr;
      size = size - 0x80 + (high << 7);
      data = ptr + 2;
    }
    if (static_cast<ptrdiff_t>(size) > end - data) return nullptr;
    if constexpr (kIsSubmessage<Kind>) {
      field->length_at = ptr;
    } else {
      field->data = data;
      field->size = size;
    }
    return data + size;
  } else if constexpr (EntryWireType<Kind>() == wire::kVarint) {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<uint8_t>(*ptr++);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) {
        field->value = EntryFromWire<Kind>(value);
        return ptr <= end ? ptr : nullptr;
      }
    }
    return nullptr;
  } else {
    std::memcpy(&field->value, ptr, sizeof(field->value));
    ptr += sizeof(field->value);
    return ptr <= end ? ptr : nullptr;
  }
}

template <class Kind>
inline const char* VerifyEntryField(const EntryField<Kind>& field,
                                    const char* ptr, wire::WireReader& reader,
                                    const char* field_name) {
  if constexpr (kIsString<Kind>) {
    return VerifyDecoded<Kind>(field.data, field.size, ptr, reader, field_name);
  } else {
    return ptr;
  }
}

// An entry whose enum value has no name goes to the unknown fields, rewritten
// in full.
template <class Key, class Value, uint32_t kNumber>
BACKWIRE_NOINLINE void KeepUnknownEntry(
    const typename Key::Value& key, typename Value::Value value,
    ::google::protobuf::UnknownFieldSet* unknown) {
  wire::ChainSource source;
  wire::BackwardWriter writer(&source, false);
  uint8_t* cursor = writer.Begin();
  cursor = EncodeEntryField<Value, kValueNumber>(value, cursor, writer, "");
  cursor = EncodeEntryField<Key, kKeyNumber>(key, cursor, writer, "");
  writer.Finish(cursor);
  std::string bytes;
  source.AppendTo(&bytes);
  AddUnknownBytes(unknown, kNumber, std::move(bytes));
}

// Reads an entry field by field.
template <class Key, class Value>
class EntryReader {
 public:
  EntryReader(wire::WireReader& reader, const MapNames& names)
      : reader_(reader), names_(names) {}

  const char* Read(const char* ptr) {
    return reader_.ReadMessage(ptr, [this](const char* p) { return Body(p); });
  }

  typename Key::Value key{};
  typename Value::Value value{};

 private:
  template <class Kind>
  const char* ReadField(typename Kind::Value* out, const char* ptr,
                        const char* field_name) {
    if constexpr (kIsString<Kind>) {
      return DecodeString<Kind>(out, ptr, reader_, field_name);
    } else if constexpr (kIsSubmessage<Kind>) {
      return DecodeSubmessage(out, ptr, reader_);
    } else if constexpr (EntryWireType<Kind>() == wire::kVarint) {
      uint64_t wire_value = 0;
      ptr = reader_.ReadVarint(ptr, &wire_value);
      *out = EntryFromWire<Kind>(wire_value);
      return ptr;
    } else {
      return ReadScalar<Kind>(ptr, reader_, out);
    }
  }

  const char* Body(const char* ptr) {
    constexpr uint32_t kKeyTag =
        wire::MakeTag(kKeyNumber, EntryWireType<Key>());
    constexpr uint32_t kValueTag =
        wire::MakeTag(kValueNumber, EntryWireType<Value>());
    while (!reader_.Done(&ptr)) {
      uint32_t tag;
      ptr = reader_.ReadTag(ptr, &tag);
      if (ptr == nullptr) return nullptr;
      if (tag == kKeyTag) {
        ptr = ReadField<Key>(&key, ptr, names_.key);
      } else if (tag == kValueTag) {
        ptr = ReadField<Value>(&value, ptr, names_.value);
      } else if (EndsGroup(tag)) {
        reader_.EndGroup(tag);
        return ptr;
      } else {
        // Unknown fields inside an entry are dropped.
        ptr = DecodeUnknownFieldTo(nullptr, tag, ptr, reader_);
      }
      if (ptr == nullptr) return nullptr;
    }
    return ptr;
  }

  wire::WireReader& reader_;
  const MapNames& names_;
};

template <class Key, class Value, uint32_t kNumber, class M, class Map>
BACKWIRE_NOINLINE const char* DecodeEntrySlow(M& msg, Map* map, const char* ptr,
                                              wire::WireReader& reader,
                                              const MapNames& names) {
  EntryReader<Key, Value> entry(reader, names);
  ptr = entry.Read(ptr);
  if (ptr == nullptr) return nullptr;
  if constexpr (kIsClosedEnum<Value>) {
    if (!Value::IsValid(entry.value)) {
      KeepUnknownEntry<Key, Value, kNumber>(entry.key, entry.value,
                                            MutableUnknownFields(msg));
      return ptr;
    }
  }
  (*map)[entry.key] = std::move(entry.value);
  return ptr;
}

// The key in the form in which the map looks it up.
template <class Key>
inline auto LookupKey(const EntryField<Key>& key) {
  if constexpr (kIsString<Key>) {
    return std::string_view(key.data, key.size);
  } else {
    return key.value;
  }
}

// Puts an entry that PeekEntryField() has seen whole into the map.
template <class Key, class Value, class Map>
inline const char* StoreEntry(Map* map, const EntryField<Key>& key,
                              const EntryField<Value>& value, const char* end,
                              wire::WireReader& reader) {
  if constexpr (kIsString<Value>) {
    // Made in its place, with its text: an empty string that grows later costs
    // a third more.
    const auto [slot, inserted] = map->try_emplace(
        LookupKey<Key>(key), std::string_view(value.data, value.size));
    if (BACKWIRE_UNLIKELY(!inserted)) {
      slot->second.assign(value.data, value.size);
    }
    return end;
  } else if constexpr (kIsSubmessage<Value>) {
    auto& slot = (*map)[LookupKey<Key>(key)];
    // A later entry replaces an earlier one, it does not merge with it.
    slot.Clear();
    return reader.WithDepth([&]() -> const char* {
      return DecodeSubmessage(&slot, value.length_at, reader);
    });
  } else {
    (*map)[LookupKey<Key>(key)] = value.value;
    return end;
  }
}

// Reads one entry, its tag being read already.
template <class Key, class Value, uint32_t kNumber, class M, class Map>
inline const char* DecodeEntry(M& msg, Map* map, const char* ptr,
                               wire::WireReader& reader,
                               const MapNames& names) {
  size_t size_bytes;
  const char* const begin = reader.ReadLength(ptr, &size_bytes);
  if (BACKWIRE_UNLIKELY(begin == nullptr)) return nullptr;
  const char* const end = begin + size_bytes;
  if (BACKWIRE_LIKELY(reader.IsContiguousWithSlop(begin, size_bytes) &&
                      reader.depth_left() > 0)) {
    EntryField<Key> key;
    EntryField<Value> value;
    const char* p = PeekEntryField<Key, kKeyNumber>(begin, end, &key);
    if (BACKWIRE_LIKELY(p != nullptr)) {
      p = PeekEntryField<Value, kValueNumber>(p, end, &value);
    }
    bool plain = p == end;
    if constexpr (kIsClosedEnum<Value>) {
      plain = plain && Value::IsValid(value.value);
    }
    if (BACKWIRE_LIKELY(plain)) {
      p = VerifyEntryField<Key>(key, p, reader, names.key);
      if (p != nullptr)
        p = VerifyEntryField<Value>(value, p, reader, names.value);
      if (p == nullptr) return nullptr;
      return StoreEntry<Key, Value>(map, key, value, end, reader);
    }
  }
  return DecodeEntrySlow<Key, Value, kNumber>(msg, map, ptr, reader, names);
}

template <class Key, class Value, uint32_t kNumber, class M, class Map>
const char* DecodeMap(M& msg, Map* map, const char* ptr,
                      wire::WireReader& reader, const MapNames& names) {
  do {
    ptr = DecodeEntry<Key, Value, kNumber>(msg, map, ptr, reader, names);
  } while (ptr != nullptr &&
           reader.ConsumeTag(&ptr, wire::MakeTag(kNumber, wire::kLen)));
  return ptr;
}

}  // namespace backwire::message

#endif  // BACKWIRE_MESSAGE_MAP_DECODE_H_
