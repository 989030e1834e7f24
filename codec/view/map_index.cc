#include "backwire/view/map_index.h"

#include <chrono>

namespace backwire::view {
namespace {

constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15;

// Differs from process to process, so that nobody can send keys that collide.
uint64_t Seed() {
  static const uint64_t seed = [] {
    static const int place = 0;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return (static_cast<uint64_t>(now.count()) ^
            reinterpret_cast<uintptr_t>(&place)) *
           kMultiplier;
  }();
  return seed;
}

uint64_t Mix(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t HashBytes(const char* data, size_t size) {
  const uint64_t seed = Seed();
  uint64_t hash = seed ^ size;
  for (; size > 8; data += 8, size -= 8) {
    uint64_t word;
    std::memcpy(&word, data, 8);
    hash = Mix(hash ^ word, kMultiplier ^ seed);
  }
  uint64_t word = 0;
  if (size != 0) std::memcpy(&word, data, size);
  return Mix(hash ^ word, kMultiplier ^ seed);
}

uint64_t HashKey(const FieldLayout& key, const char* entry) {
  if (IsString(key.kind)) {
    const auto text = Load<StringRef>(entry, key.offset);
    return HashBytes(text.data, text.size);
  }
  return HashBytes(entry + key.offset, ValueBytes(key.kind));
}

class Index {
 public:
  // `slots` stands in front of `entries`.
  Index(const MapLayout& layout, uint32_t log2_slots, uint32_t* slots,
        const char* entries)
      : layout_(layout),
        shift_(64 - log2_slots),
        mask_((size_t{1} << log2_slots) - 1),
        slots_(slots),
        entries_(entries) {}

  // The slot of the key that `probe` has, or the free one where it belongs.
  uint32_t* Find(const char* probe) const {
    size_t at = HashKey(layout_.key, probe) >> shift_;
    for (;; at = (at + 1) & mask_) {
      if (slots_[at] == 0 || SameKey(layout_.key, EntryOf(slots_[at]), probe)) {
        return slots_ + at;
      }
    }
  }
  const char* EntryOf(uint32_t slot) const {
    return entries_ + size_t{slot - 1} * layout_.entry_bytes;
  }

 private:
  const MapLayout& layout_;
  uint32_t shift_;
  size_t mask_;
  uint32_t* slots_;
  const char* entries_;
};

}  // namespace

const char* FindInMap(const ArrayRef& map, const MapLayout& layout,
                      const char* probe) {
  if ((map.capacity & kHasIndex) != 0) {
    const uint32_t log2_slots = map.capacity & ~kHasIndex;
    auto* const slots = reinterpret_cast<uint32_t*>(
        const_cast<char*>(map.data) - (sizeof(uint32_t) << log2_slots));
    const Index index(layout, log2_slots, slots, map.data);
    const uint32_t slot = *index.Find(probe);
    return slot == 0 ? nullptr : index.EntryOf(slot);
  }
  const char* entry = map.data;
  for (uint32_t i = 0; i < map.size; ++i, entry += layout.entry_bytes) {
    if (SameKey(layout.key, entry, probe)) return entry;
  }
  return nullptr;
}

void IndexMap(const MapLayout& layout, ArrayRef* map, ViewArena* arena) {
  uint32_t log2_slots = 5;
  while ((size_t{1} << log2_slots) < size_t{map->size} * 2) ++log2_slots;
  const size_t index_bytes = sizeof(uint32_t) << log2_slots;
  const size_t entry_bytes = layout.entry_bytes;
  char* const memory = arena->Allocate(index_bytes + map->size * entry_bytes);
  std::memset(memory, 0, index_bytes);
  auto* const slots = reinterpret_cast<uint32_t*>(memory);
  char* const entries = memory + index_bytes;
  const Index index(layout, log2_slots, slots, entries);
  uint32_t count = 0;
  const char* from = map->data;
  for (uint32_t i = 0; i < map->size; ++i, from += entry_bytes) {
    uint32_t* const slot = index.Find(from);
    if (*slot == 0) *slot = ++count;
    std::memcpy(const_cast<char*>(index.EntryOf(*slot)), from, entry_bytes);
  }
  *map = {entries, count, kHasIndex | log2_slots};
}

}  // namespace backwire::view
