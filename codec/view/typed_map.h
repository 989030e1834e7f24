// A map field with the types that a schema gives it.
#ifndef BACKWIRE_VIEW_TYPED_MAP_H_
#define BACKWIRE_VIEW_TYPED_MAP_H_

#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "backwire/view/message_ref.h"

namespace backwire::view {

// The key or the value of an entry. T: a number, an enum, std::string_view or a
// handle that is made of a MessageRef.
template <class T>
T ReadFromEntry(const FieldLayout& field, const char* entry) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return Load<T>(entry, field.offset);
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return Load<StringRef>(entry, field.offset).view();
  } else {
    return T(
        MessageRef(&SubMessage(field), Load<const char*>(entry, field.offset)));
  }
}

template <class Key, class Value>
struct MakePair {
  std::pair<Key, Value> operator()(const char* entry) const {
    return {ReadFromEntry<Key>(layout->key, entry),
            ReadFromEntry<Value>(layout->value, entry)};
  }
  const MapLayout* layout;
};

// A range of pairs, each key once, in the order in which the keys first
// arrived; and lookup by key, which takes constant time in large maps. Borrows
// from the message.
template <class Key, class Value>
class TypedMap : private Range<MakePair<Key, Value>> {
  using Base = Range<MakePair<Key, Value>>;

 public:
  using typename Base::iterator;
  using typename Base::value_type;

  TypedMap(const ArrayRef& map, const MapLayout* layout)
      : Base(map, layout->entry_bytes, MakePair<Key, Value>{layout}),
        map_(map, layout) {}

  using Base::begin;
  using Base::empty;
  using Base::end;
  using Base::size;

  // nullopt if there is no such key.
  std::optional<Value> find(const Key& key) const {
    const std::optional<EntryRef> entry = FindEntry(key);
    if (!entry) return std::nullopt;
    return ReadFromEntry<Value>(entry->layout().value, entry->place());
  }
  bool contains(const Key& key) const { return FindEntry(key).has_value(); }

 private:
  std::optional<EntryRef> FindEntry(const Key& key) const {
    if constexpr (std::is_same_v<Key, std::string_view>) {
      return map_.Find(key);
    } else {
      return map_.template FindNumber<Key>(key);
    }
  }

  MapRef map_;
};

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_TYPED_MAP_H_
