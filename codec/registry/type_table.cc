#include "backwire/registry/type_table.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "backwire/reflective/field_rules.h"
#include "backwire/wire/size_hint.h"

namespace backwire {

bool TypeEntry::CanReflect() {
  Answer answer = can_reflect_.load(std::memory_order_relaxed);
  if (answer == Answer::kUnknown) {
    // Threads that come here together find the same.
    answer = reflective::CanReflect(codec->descriptor()) ? Answer::kYes
                                                         : Answer::kNo;
    can_reflect_.store(answer, std::memory_order_relaxed);
  }
  return answer == Answer::kYes;
}

void TypeEntry::RecordSize(size_t size_bytes) {
  const auto size = static_cast<uint32_t>(
      std::min<size_t>(size_bytes, std::numeric_limits<uint32_t>::max()));
  const uint32_t hint = size_hint_bytes.load(std::memory_order_relaxed);
  // A lost update between threads costs a second block once, nothing more.
  const auto next = static_cast<uint32_t>(wire::NextSizeHint(hint, size));
  // Mostly it stays, and the cache line with it.
  if (next != hint) size_hint_bytes.store(next, std::memory_order_relaxed);
}

TypeTable::TypeTable(const std::vector<const TypeCodec*>& codecs)
    : storage_(new TypeEntry[codecs.size()]) {
  for (size_t i = 0; i < codecs.size(); ++i) {
    storage_[i].codec = codecs[i];
    entries_.push_back(&storage_[i]);
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const TypeEntry* a, const TypeEntry* b) {
              return std::strcmp(a->codec->full_name, b->codec->full_name) < 0;
            });
  for (size_t i = 0; i < entries_.size(); ++i) entries_[i]->number = i;
  // At most a quarter full, so that a miss ends at once too.
  size_t size = 16;
  while (size < 4 * codecs.size()) size *= 2;
  mask_ = size - 1;
  slots_.resize(size);
  for (TypeEntry* entry : entries_) {
    size_t slot = SlotOf(entry->codec->type);
    while (slots_[slot].type != nullptr) slot = (slot + 1) & mask_;
    slots_[slot] = {entry->codec->type, entry};
  }
}

}  // namespace backwire
