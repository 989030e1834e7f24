#include "backwire/view/finish.h"

#include "backwire/view/encode.h"
#include "backwire/view/map_index.h"
#include "backwire/view/parse_context.h"

namespace backwire::view {
namespace {

// Calls `visit(layout, record)` for the messages in a field, one level down, as
// long as it returns true. False if it did not.
template <class Visit>
bool ForEachMessage(const FieldLayout& field, const char* record,
                    Visit&& visit) {
  if (field.shape == FieldShape::kMap) {
    const MapLayout& map = *field.sub->map;
    if (!IsMessage(map.value.kind)) return true;
    const ArrayRef& array = ArrayAt(record, field.offset);
    const char* entry = array.data;
    for (uint32_t i = 0; i < array.size; ++i, entry += map.entry_bytes) {
      if (!visit(SubMessage(map.value), Load<char*>(entry, map.value.offset))) {
        return false;
      }
    }
    return true;
  }
  if (!IsMessage(field.kind)) return true;
  const MessageLayout& layout = SubMessage(field);
  if (field.shape == FieldShape::kRepeated) {
    const ArrayRef& array = ArrayAt(record, field.offset);
    char* element = const_cast<char*>(array.data);
    for (uint32_t i = 0; i < array.size; ++i, element += layout.record_bytes) {
      if (!visit(layout, element)) return false;
    }
    return true;
  }
  if (!IsPresent(field, record)) return true;
  return visit(layout, Load<char*>(record, field.offset));
}

}  // namespace

void IndexLargeMaps(const MessageLayout& layout, char* record,
                    ViewArena* arena) {
  if ((layout.flags & kReachesMap) == 0) return;
  for (uint32_t i = 0; i < layout.field_count; ++i) {
    const FieldLayout& field = layout.fields[i];
    if (field.shape == FieldShape::kMap) {
      ArrayRef& map = ArrayAt(record, field.offset);
      if (map.size >= kLargeMapEntries) {
        IndexMap(*field.sub->map, &map, arena);
      }
    }
    ForEachMessage(field, record, [arena](const MessageLayout& sub, char* at) {
      IndexLargeMaps(sub, at, arena);
      return true;
    });
  }
}

uint32_t FindMissingRequired(const MessageLayout& layout, const char* record) {
  if ((layout.flags & kReachesRequired) == 0) return 0;
  for (uint32_t i = 0; i < layout.field_count; ++i) {
    const FieldLayout& field = layout.fields[i];
    if ((field.flags & kRequired) != 0 && !IsPresent(field, record)) {
      return field.number;
    }
    uint32_t missing = 0;
    ForEachMessage(field, record,
                   [&missing](const MessageLayout& sub, const char* at) {
                     missing = FindMissingRequired(sub, at);
                     return missing == 0;
                   });
    if (missing != 0) return missing;
  }
  return 0;
}

}  // namespace backwire::view
