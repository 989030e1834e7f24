#include "backwire/dynamic/layouts.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <vector>

#include "backwire/dynamic/planned_field.h"
#include "backwire/view/layout_plan.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::dynamic {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::FieldDescriptor;
using view::FieldKind;
using view::FieldLayout;
using view::FieldShape;

std::vector<const FieldDescriptor*> FieldsOf(const Descriptor* type) {
  std::vector<const FieldDescriptor*> fields;
  if (type->extension_range_count() > 0) {
    type->file()->pool()->FindAllExtensions(type, &fields);
  }
  for (int i = 0; i < type->field_count(); ++i) {
    fields.push_back(type->field(i));
  }
  std::sort(fields.begin(), fields.end(),
            [](const FieldDescriptor* a, const FieldDescriptor* b) {
              return a->number() < b->number();
            });
  return fields;
}

}  // namespace

// One message's layout and all that it points to.
struct LayoutSet::Entry {
  view::MessageLayout layout = {};
  std::vector<FieldLayout> fields;
  std::vector<uint16_t> dense;
  std::string full_name;
  std::vector<uint64_t> empty_record;
  std::deque<view::SubLayout> subs;
  std::deque<view::MapLayout> maps;
  std::deque<view::EnumLayout> enums;
  std::deque<std::vector<int32_t>> enum_numbers;
};

// Adds one type and, one after the other, those that it can hold.
class LayoutSet::Builder {
 public:
  explicit Builder(LayoutSet* set) : set_(*set) {}

  void Build(const Descriptor* type) {
    EntryOf(type);
    while (!waiting_.empty()) {
      const Descriptor* const next = waiting_.back();
      waiting_.pop_back();
      Fill(next, set_.entries_[next].get());
    }
    SpreadFlags();
  }

 private:
  // The layout of a type, which may be filled later.
  const view::MessageLayout* EntryOf(const Descriptor* type) {
    std::unique_ptr<Entry>& entry = set_.entries_[type];
    if (entry == nullptr) {
      entry = std::make_unique<Entry>();
      waiting_.push_back(type);
      added_.push_back(type);
    }
    return &entry->layout;
  }

  void Fill(const Descriptor* type, Entry* entry) {
    std::vector<view::PlannedField> fields;
    for (const FieldDescriptor* field : FieldsOf(type)) {
      fields.push_back(Plan(field, entry));
    }
    view::MessageLayout& layout = entry->layout;
    if (type->options().message_set_wire_format()) {
      layout.flags |= view::kMessageSet;
    }
    layout.record_bytes = view::PlanRecord(&fields);
    entry->dense = view::PlanDense(fields);
    for (const view::PlannedField& field : fields) {
      entry->fields.push_back(field.layout);
      AddParser(&entry->fields.back());
      AddFlags(field.layout, &layout);
    }
    entry->full_name = std::string(type->full_name());
    entry->empty_record.assign(layout.record_bytes / 8, 0);
    layout.fields = entry->fields.data();
    layout.field_count = static_cast<uint32_t>(entry->fields.size());
    layout.dense = entry->dense.data();
    layout.dense_count = static_cast<uint32_t>(entry->dense.size());
    layout.full_name = entry->full_name.c_str();
    layout.descriptor = type;
    layout.empty_record =
        reinterpret_cast<const char*>(entry->empty_record.data());
  }

  view::PlannedField Plan(const FieldDescriptor* field, Entry* entry) {
    view::PlannedField planned = PlanField(field);
    planned.layout.sub = SubOf(field, entry);
    return planned;
  }

  const view::SubLayout* SubOf(const FieldDescriptor* field, Entry* entry) {
    view::SubLayout sub = {};
    if (field->is_map()) {
      sub.map = MapOf(field->message_type(), entry);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      sub.message = EntryOf(field->message_type());
    } else if (KindOf(field) == FieldKind::kClosedEnum) {
      sub.closed_enum = EnumOf(field->enum_type(), entry);
    } else {
      return nullptr;
    }
    entry->subs.push_back(sub);
    return &entry->subs.back();
  }

  const view::MapLayout* MapOf(const Descriptor* type, Entry* entry) {
    view::MapLayout map = {};
    map.key.kind = KindOf(type->map_key());
    map.value.kind = KindOf(type->map_value());
    map.value.sub = SubOf(type->map_value(), entry);
    view::PlanMapEntry(&map);
    entry->maps.push_back(map);
    return &entry->maps.back();
  }

  static const view::EnumLayout* EnumOf(const EnumDescriptor* type,
                                        Entry* entry) {
    std::vector<int32_t>& numbers =
        entry->enum_numbers.emplace_back(NumbersOf(type));
    entry->enums.push_back(view::PlanEnum(&numbers));
    return &entry->enums.back();
  }

  static void AddParser(FieldLayout* field) {
    if (field->shape != FieldShape::kMap) return;
    const view::MapLayout& map = *field->sub->map;
    field->parser = view::MapParserOf(map.key.kind, map.value.kind);
  }

  static void AddFlags(const FieldLayout& field, view::MessageLayout* layout) {
    if ((field.flags & view::kRequired) != 0) {
      layout->flags |= view::kReachesRequired;
    }
    if (field.shape == FieldShape::kMap) layout->flags |= view::kReachesMap;
  }

  static const view::MessageLayout* MessageOf(const FieldLayout& field) {
    if (field.shape == FieldShape::kMap) {
      const FieldLayout& value = field.sub->map->value;
      return view::IsMessage(value.kind) ? value.sub->message : nullptr;
    }
    return view::IsMessage(field.kind) ? field.sub->message : nullptr;
  }

  // What a message reaches, those that hold it reach too.
  void SpreadFlags() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Descriptor* type : added_) {
        Entry& entry = *set_.entries_[type];
        uint32_t flags = entry.layout.flags;
        for (const FieldLayout& field : entry.fields) {
          const view::MessageLayout* const sub = MessageOf(field);
          if (sub != nullptr) flags |= sub->flags & ~view::kMessageSet;
        }
        changed = changed || flags != entry.layout.flags;
        entry.layout.flags = flags;
      }
    }
  }

  LayoutSet& set_;
  std::vector<const Descriptor*> waiting_;
  std::vector<const Descriptor*> added_;
};

LayoutSet::LayoutSet() = default;
LayoutSet::~LayoutSet() = default;
LayoutSet::LayoutSet(LayoutSet&&) noexcept = default;
LayoutSet& LayoutSet::operator=(LayoutSet&&) noexcept = default;

const view::MessageLayout* LayoutSet::Add(const Descriptor* type) {
  const auto found = entries_.find(type);
  if (found != entries_.end()) return &found->second->layout;
  Builder(this).Build(type);
  return &entries_[type]->layout;
}

const view::MessageLayout* LayoutOfLinkedType(const Descriptor* type) {
  static auto* const mutex = new std::mutex;
  static auto* const set = new LayoutSet;
  const std::lock_guard<std::mutex> lock(*mutex);
  return set->Add(type);
}

}  // namespace backwire::dynamic
