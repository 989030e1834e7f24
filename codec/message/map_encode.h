// Encoding of map fields.
#ifndef BACKWIRE_MESSAGE_MAP_ENCODE_H_
#define BACKWIRE_MESSAGE_MAP_ENCODE_H_

#include <algorithm>
#include <vector>

#include "backwire/message/map_entry.h"
#include "google/protobuf/map.h"

namespace backwire::message {

template <class Key, class Value, uint32_t kNumber, class K, class V>
inline uint8_t* EncodeEntry(const K& key, const V& value, uint8_t* cursor,
                            wire::BackwardWriter& writer,
                            const MapNames& names) {
  constexpr uint32_t kTag = wire::MakeTag(kNumber, wire::kLen);
  const size_t end = writer.WrittenBytes(cursor);
  if constexpr (kIsString<Key> && kIsString<Value>) {
    // One check for the whole entry.
    if (BACKWIRE_LIKELY(writer.FreeBytes(cursor) >=
                        key.size() + value.size() + 3 * kMaxHeadBytes +
                            wire::kCopySlackBytes)) {
      uint8_t* const entry_end = cursor;
      cursor =
          WriteStringUnchecked<Value, kValueNumber>(value, cursor, names.value);
      cursor = WriteStringUnchecked<Key, kKeyNumber>(key, cursor, names.key);
      return WriteLengthAndTagUnchecked<kTag>(
          static_cast<size_t>(entry_end - cursor), cursor);
    }
  }
  cursor =
      EncodeEntryField<Value, kValueNumber>(value, cursor, writer, names.value);
  cursor = EncodeEntryField<Key, kKeyNumber>(key, cursor, writer, names.key);
  return WriteLengthAndTag<kTag>(end, cursor, writer);
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

// A map iterates forward only. Up to so many entries are remembered on the way
// and written from the last to the first, which puts them in stock's order.
inline constexpr size_t kMaxOrderedEntries = 64;

template <class Key, class Value, uint32_t kNumber, class Map>
uint8_t* EncodeSmallMap(const Map& map, uint8_t* cursor,
                        wire::BackwardWriter& writer, const MapNames& names) {
  const typename Map::value_type* entries[kMaxOrderedEntries];
  size_t count = 0;
  for (const auto& entry : map) entries[count++] = &entry;
  while (count > 0) {
    const auto& entry = *entries[--count];
    cursor = EncodeEntry<Key, Value, kNumber>(entry.first, entry.second, cursor,
                                              writer, names);
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
