// Reading a parsed message by the layouts of its fields. Nothing is written:
// any number of threads may read one message.
//
// The caller picks the function that fits the field's kind and shape; T is
// int32_t for enums and the obvious type for other numbers.
#ifndef BACKWIRE_VIEW_MESSAGE_REF_H_
#define BACKWIRE_VIEW_MESSAGE_REF_H_

#include <cassert>
#include <optional>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "backwire/view/encode.h"
#include "backwire/view/map_index.h"
#include "backwire/view/range.h"
#include "backwire/view/record.h"

namespace backwire::view {

class MapRef;
struct MakeMessage;

// A message, as cheap to copy as two pointers. It borrows: it is valid as long
// as the ParsedMessage holds the message.
class MessageRef {
 public:
  MessageRef(const MessageLayout* layout, const char* record)
      : layout_(layout), record_(record) {}

  const MessageLayout& layout() const { return *layout_; }
  const char* record() const { return record_; }

  // True if a singular field is present; one without presence of its own is, if
  // it is not zero.
  bool Has(const FieldLayout& field) const { return IsPresent(field, record_); }
  // The number of the member that is set, 0 if none is, of the oneof that
  // `member` belongs to.
  uint32_t OneofCase(const FieldLayout& member) const {
    assert(member.shape == FieldShape::kOneof);
    return Load<uint32_t>(record_, member.presence);
  }

  // Singular fields: the value, or the default. The default of a message is the
  // empty one.
  template <class T>
  T GetNumber(const FieldLayout& field) const {
    assert(IsNumber(field.kind) && sizeof(T) == ValueBytes(field.kind));
    if (field.shape == FieldShape::kImplicit || Has(field)) {
      return Load<T>(record_, field.offset);
    }
    T value;
    std::memcpy(&value, &field.default_bits, sizeof(T));
    return value;
  }
  std::string_view GetString(const FieldLayout& field) const {
    assert(IsString(field.kind));
    if (Has(field)) return Load<StringRef>(record_, field.offset).view();
    return {field.default_data, field.default_size};
  }
  MessageRef GetMessage(const FieldLayout& field) const {
    assert(IsMessage(field.kind));
    const MessageLayout& layout = SubMessage(field);
    const char* const record = Has(field)
                                   ? Load<const char*>(record_, field.offset)
                                   : layout.empty_record;
    return {&layout, record};
  }

  // Repeated and map fields.
  size_t Size(const FieldLayout& field) const {
    assert(!IsSingular(field.shape));
    return ArrayAt(record_, field.offset).size;
  }
  template <class T>
  absl::Span<const T> GetNumbers(const FieldLayout& field) const {
    assert(field.shape == FieldShape::kRepeated &&
           sizeof(T) == ValueBytes(field.kind));
    const ArrayRef& array = ArrayAt(record_, field.offset);
    // Not in braces, which would list two elements of a span of bools.
    return absl::Span<const T>(reinterpret_cast<const T*>(array.data),
                               array.size);
  }
  StringRange GetStrings(const FieldLayout& field) const {
    assert(field.shape == FieldShape::kRepeated && IsString(field.kind));
    return {ArrayAt(record_, field.offset), sizeof(StringRef)};
  }
  Range<MakeMessage> GetMessages(const FieldLayout& field) const;
  MapRef GetMap(const FieldLayout& field) const;

  // Raw records, tags included, in the order of their arrival.
  StringRange UnknownRecords() const {
    const UnknownRanges* const unknown = UnknownOf(record_);
    return {unknown == nullptr ? ArrayRef{} : unknown->ranges,
            sizeof(StringRef)};
  }

  // Appends the message in wire form. `deterministic` sorts maps; the bytes
  // then equal those of stock's deterministic mode.
  void AppendEncoded(bool deterministic, std::string* out) const;

 private:
  const MessageLayout* layout_;
  const char* record_;
};

struct MakeMessage {
  MessageRef operator()(const char* place) const { return {layout, place}; }
  const MessageLayout* layout;
};
using MessageRange = Range<MakeMessage>;

inline MessageRange MessageRef::GetMessages(const FieldLayout& field) const {
  assert(field.shape == FieldShape::kRepeated && IsMessage(field.kind));
  const MessageLayout& layout = SubMessage(field);
  return {ArrayAt(record_, field.offset), layout.record_bytes,
          MakeMessage{&layout}};
}

// An entry of a map.
class EntryRef {
 public:
  EntryRef(const MapLayout* layout, const char* entry)
      : layout_(layout), entry_(entry) {}

  const MapLayout& layout() const { return *layout_; }
  // Where the entry stands, for readers who know the layout.
  const char* place() const { return entry_; }

  template <class T>
  T GetKeyNumber() const {
    assert(sizeof(T) == ValueBytes(layout_->key.kind));
    return Load<T>(entry_, layout_->key.offset);
  }
  std::string_view GetKeyString() const {
    assert(IsString(layout_->key.kind));
    return Load<StringRef>(entry_, layout_->key.offset).view();
  }
  template <class T>
  T GetValueNumber() const {
    assert(sizeof(T) == ValueBytes(layout_->value.kind));
    return Load<T>(entry_, layout_->value.offset);
  }
  std::string_view GetValueString() const {
    assert(IsString(layout_->value.kind));
    return Load<StringRef>(entry_, layout_->value.offset).view();
  }
  MessageRef GetValueMessage() const {
    assert(IsMessage(layout_->value.kind));
    return {&SubMessage(layout_->value),
            Load<const char*>(entry_, layout_->value.offset)};
  }

 private:
  const MapLayout* layout_;
  const char* entry_;
};

struct MakeEntry {
  EntryRef operator()(const char* place) const { return {layout, place}; }
  const MapLayout* layout;
};

// A map: its entries, each key once, in the order in which the keys first
// arrived; and lookup by key, which takes constant time for large maps.
class MapRef : public Range<MakeEntry> {
 public:
  MapRef(const ArrayRef& map, const MapLayout* layout)
      : Range(map, layout->entry_bytes, MakeEntry{layout}),
        map_(&map),
        layout_(layout) {}

  // nullopt if there is no such key.
  std::optional<EntryRef> Find(std::string_view key) const {
    assert(IsString(layout_->key.kind));
    return FindKey(StringRef{key.data(), static_cast<uint32_t>(key.size())});
  }
  template <class T>
  std::optional<EntryRef> FindNumber(T key) const {
    assert(sizeof(T) == ValueBytes(layout_->key.kind));
    return FindKey(key);
  }

 private:
  template <class T>
  std::optional<EntryRef> FindKey(T key) const {
    alignas(8) char probe[2 * sizeof(StringRef)] = {};
    Store(probe, layout_->key.offset, key);
    const char* const entry = FindInMap(*map_, *layout_, probe);
    if (entry == nullptr) return std::nullopt;
    return EntryRef(layout_, entry);
  }

  const ArrayRef* map_;
  const MapLayout* layout_;
};

inline MapRef MessageRef::GetMap(const FieldLayout& field) const {
  assert(field.shape == FieldShape::kMap);
  return {ArrayAt(record_, field.offset), field.sub->map};
}

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_MESSAGE_REF_H_
