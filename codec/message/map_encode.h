// Encoding of map fields.
#ifndef BACKWIRE_MESSAGE_MAP_ENCODE_H_
#define BACKWIRE_MESSAGE_MAP_ENCODE_H_

#include <algorithm>
#include <vector>

#include "backwire/message/map_entry.h"
#include "google/protobuf/map.h"

namespace backwire::message {

// Writes an entry of two strings all of whose lengths take one byte, and for
// which the caller has reserved. One branch looks at both strings' UTF-8.
template <class Key, class Value, uint32_t kNumber>
BACKWIRE_ALWAYS_INLINE uint8_t* WriteShortTextEntryUnchecked(
    std::string_view key, std::string_view value, uint8_t* cursor,
    const MapNames& names) {
  constexpr uint32_t kKeyTag = wire::MakeTag(kKeyNumber, wire::kLen);
  constexpr uint32_t kValueTag = wire::MakeTag(kValueNumber, wire::kLen);
  uint8_t* const entry_end = cursor;
  const uint64_t value_bits =
      wire::CopyString(cursor, value.data(), value.size());
  cursor = WriteShortLengthAndTagUnchecked<kValueTag>(value.size(),
                                                      cursor - value.size());
  const uint64_t key_bits = wire::CopyString(cursor, key.data(), key.size());
  cursor =
      WriteShortLengthAndTagUnchecked<kKeyTag>(key.size(), cursor - key.size());
  if (BACKWIRE_UNLIKELY(((Value::kUtf8 ? value_bits : 0) |
                         (Key::kUtf8 ? key_bits : 0)) != 0)) {
    VerifyEncodedAs<Value>(value_bits, value, names.value);
    VerifyEncodedAs<Key>(key_bits, key, names.key);
  }
  return WriteShortLengthAndTagUnchecked<wire::MakeTag(kNumber, wire::kLen)>(
      static_cast<size_t>(entry_end - cursor), cursor);
}

template <class Key, class Value, uint32_t kNumber, class K, class V>
BACKWIRE_NOINLINE uint8_t* EncodeEntry(const K& key, const V& value,
                                       uint8_t* cursor,
                                       wire::BackwardWriter& writer,
                                       const MapNames& names) {
  const size_t end = writer.WrittenBytes(cursor);
  cursor =
      EncodeEntryField<Value, kValueNumber>(value, cursor, writer, names.value);
  cursor = EncodeEntryField<Key, kKeyNumber>(key, cursor, writer, names.key);
  return WriteLengthAndTag<wire::MakeTag(kNumber, wire::kLen)>(end, cursor,
                                                               writer);
}

// The same, with the common entry of short strings in the caller's loop.
template <class Key, class Value, uint32_t kNumber, class K, class V>
BACKWIRE_ALWAYS_INLINE uint8_t* EncodeEntryInLoop(const K& key, const V& value,
                                                  uint8_t* cursor,
                                                  wire::BackwardWriter& writer,
                                                  const MapNames& names) {
  if constexpr (kIsString<Key> && kIsString<Value>) {
    // The two strings' own heads take four bytes of the entry.
    constexpr size_t kMaxShortBytes = 0x7f - 4;
    if (BACKWIRE_LIKELY(key.size() + value.size() <= kMaxShortBytes &&
                        writer.FreeBytes(cursor) >=
                            kMaxShortBytes + kMaxHeadBytes +
                                wire::kCopySlackBytes)) {
      return WriteShortTextEntryUnchecked<Key, Value, kNumber>(key, value,
                                                               cursor, names);
    }
  }
  return EncodeEntry<Key, Value, kNumber>(key, value, cursor, writer, names);
}

// Entries in rising order of their keys, as stock's deterministic mode has
// them: strings by unsigned bytes, integers by value.
template <class Key, class Value, uint32_t kNumber, class Map>
BACKWIRE_NOINLINE uint8_t* EncodeSortedMap(const Map& map, uint8_t* cursor,
                                           wire::BackwardWriter& writer,
                                           const MapNames& names) {
  using Entry = typename Map::value_type;
  std::vector<const Entry*> entries;
  entries.reserve(map.size());
  for (const Entry& entry : map) entries.push_back(&entry);
  std::sort(entries.begin(), entries.end(),
            [](const Entry* a, const Entry* b) { return a->first > b->first; });
  for (const Entry* entry : entries) {
    cursor = EncodeEntry<Key, Value, kNumber>(entry->first, entry->second,
                                              cursor, writer, names);
  }
  return cursor;
}

// Puts the entries' addresses into `entries`, in stock's order. Returns how
// many there are. A third of an encode's instructions go into the map's
// iterator, half of them into calling it where it is not inlined.
template <class Map>
BACKWIRE_FLATTEN size_t
CollectEntries(const Map& map, const typename Map::value_type** entries) {
  size_t count = 0;
  for (const auto& entry : map) entries[count++] = &entry;
  return count;
}

// A map iterates forward only. Up to so many entries are remembered on the way
// and written from the last to the first, which puts them in stock's order.
inline constexpr size_t kMaxOrderedEntries = 64;

template <class Key, class Value, uint32_t kNumber, class Map>
uint8_t* EncodeSmallMap(const Map& map, uint8_t* cursor,
                        wire::BackwardWriter& writer, const MapNames& names) {
  const typename Map::value_type* entries[kMaxOrderedEntries];
  size_t count = CollectEntries(map, entries);
  while (count > 0) {
    const auto& entry = *entries[--count];
    cursor = EncodeEntryInLoop<Key, Value, kNumber>(entry.first, entry.second,
                                                    cursor, writer, names);
  }
  return cursor;
}

// Larger maps come out in the reverse of stock's order, unless the order is
// asked for.
template <class Key, class Value, uint32_t kNumber, class Map>
inline uint8_t* EncodeMap(const Map& map, uint8_t* cursor,
                          wire::BackwardWriter& writer, const MapNames& names) {
  const size_t size = map.size();
  if (size == 0) return cursor;
  if (BACKWIRE_UNLIKELY(writer.deterministic())) {
    return EncodeSortedMap<Key, Value, kNumber>(map, cursor, writer, names);
  }
  if (BACKWIRE_LIKELY(size <= kMaxOrderedEntries)) {
    return EncodeSmallMap<Key, Value, kNumber>(map, cursor, writer, names);
  }
  for (const auto& entry : map) {
    cursor = EncodeEntry<Key, Value, kNumber>(entry.first, entry.second, cursor,
                                              writer, names);
  }
  return cursor;
}

}  // namespace backwire::message

#endif  // BACKWIRE_MESSAGE_MAP_ENCODE_H_
