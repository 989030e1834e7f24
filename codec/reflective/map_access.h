// Map fields by reflection, entry by entry, without the repeated form that
// Reflection's public interface offers: that form copies every entry and
// changes the message it is made from.
//
// What this needs is private in Reflection. The names are reached through
// explicit template instantiations, for whose arguments the language checks no
// access.
#ifndef BACKWIRE_REFLECTIVE_MAP_ACCESS_H_
#define BACKWIRE_REFLECTIVE_MAP_ACCESS_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "backwire/compat/protobuf_compat.h"
#include "google/protobuf/map_field.h"
#include "google/protobuf/message.h"

namespace backwire::reflective {

// The value under `key` in the map `field` of `*msg`, made if it is not there.
::google::protobuf::MapValueRef InsertOrLookupMapValue(
    ::google::protobuf::Message* msg,
    const ::google::protobuf::FieldDescriptor* field,
    const ::google::protobuf::MapKey& key);

// The entries of a map in the map's own order, which is that in which stock
// writes them. The message must not be changed while a cursor stands on it;
// several threads may have cursors on it.
class MapCursor {
 public:
  MapCursor(const ::google::protobuf::Message& msg,
            const ::google::protobuf::FieldDescriptor* field);

  bool AtEnd() const { return current_ == end_; }
  void Next() { ++current_; }
  // Both are valid until Next().
  const ::google::protobuf::MapKey& key() { return current_.GetKey(); }
  const ::google::protobuf::MapValueConstRef& value() {
    return current_.GetValueRef();
  }

 private:
  compat::MapReader current_;
  compat::MapReader end_;
};

// Calls `visit(key, value)` for each entry; in rising order of the keys if
// `sorted`: strings by unsigned bytes, numbers by value.
template <class Visit>
void ForEachMapEntry(const ::google::protobuf::Message& msg,
                     const ::google::protobuf::FieldDescriptor* field,
                     bool sorted, Visit&& visit) {
  using Entry = std::pair<::google::protobuf::MapKey,
                          ::google::protobuf::MapValueConstRef>;
  MapCursor cursor(msg, field);
  if (!sorted) {
    for (; !cursor.AtEnd(); cursor.Next()) visit(cursor.key(), cursor.value());
    return;
  }
  std::vector<Entry> entries;
  for (; !cursor.AtEnd(); cursor.Next()) {
    entries.emplace_back(cursor.key(), cursor.value());
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.first < b.first; });
  for (const Entry& entry : entries) visit(entry.first, entry.second);
}

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_MAP_ACCESS_H_
