// Looking up the keys of maps: small ones are searched, large ones have an
// index, which is made once when all has been parsed.
//
//   ArrayRef of a parsed map: capacity = kHasIndex | log2(slots) if it has one
//   index := slots of 32 bits, in front of the first entry; 0 for free, else
//            1 + the number of an entry
#ifndef BACKWIRE_VIEW_MAP_INDEX_H_
#define BACKWIRE_VIEW_MAP_INDEX_H_

#include "backwire/view/arena.h"
#include "backwire/view/record.h"

namespace backwire::view {

inline constexpr uint32_t kHasIndex = uint32_t{1} << 31;

inline bool SameKey(const FieldLayout& key, const char* entry,
                    const char* other) {
  if (IsString(key.kind)) {
    return Load<StringRef>(entry, key.offset).view() ==
           Load<StringRef>(other, key.offset).view();
  }
  return std::memcmp(entry + key.offset, other + key.offset,
                     ValueBytes(key.kind)) == 0;
}

// The entry with the key that `probe` has where an entry has it; nullptr if
// there is none.
const char* FindInMap(const ArrayRef& map, const MapLayout& layout,
                      const char* probe);

// Drops entries whose key has a later entry, which takes their place, and makes
// the index.
void IndexMap(const MapLayout& layout, ArrayRef* map, ViewArena* arena);

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_MAP_INDEX_H_
