#include "backwire/testing/builder_walk.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backwire/builder/message_builder.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/unknown_field_set.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using ::google::protobuf::UnknownField;
using ::google::protobuf::UnknownFieldSet;

// The writers, for anybody.
class OpenBuilder : public builder::MessageBuilder {
 public:
  explicit OpenBuilder(builder::Output* output) : MessageBuilder(output) {}
  explicit OpenBuilder(const builder::Opening& opening)
      : MessageBuilder(opening) {}

  using MessageBuilder::OpenGroup;
  using MessageBuilder::OpenMapValue;
  using MessageBuilder::OpenSubmessage;
  using MessageBuilder::Put;
  using MessageBuilder::PutMapEntry;
  using MessageBuilder::PutPackedField;
  using MessageBuilder::PutSubmessage;
};

template <class K>
struct KindTag {
  using Kind = K;
};

// Calls `use(KindTag<Kind>(), get)`, where get(reflection, msg, field, index)
// reads the value.
template <class Use>
void WithKind(const FieldDescriptor* field, Use&& use) {
#define BACKWIRE_KIND(TYPE, Kind, Type)                                  \
  case FieldDescriptor::TYPE:                                            \
    return use(KindTag<message::Kind>(),                                 \
               [](const Reflection* r, const Message& m,                 \
                  const FieldDescriptor* f, int i) {                     \
                 return f->is_repeated() ? r->GetRepeated##Type(m, f, i) \
                                         : r->Get##Type(m, f);           \
               })
  switch (field->type()) {
    BACKWIRE_KIND(TYPE_DOUBLE, Double, Double);
    BACKWIRE_KIND(TYPE_FLOAT, Float, Float);
    BACKWIRE_KIND(TYPE_INT64, Int64, Int64);
    BACKWIRE_KIND(TYPE_UINT64, UInt64, UInt64);
    BACKWIRE_KIND(TYPE_INT32, Int32, Int32);
    BACKWIRE_KIND(TYPE_FIXED64, Fixed64, UInt64);
    BACKWIRE_KIND(TYPE_FIXED32, Fixed32, UInt32);
    BACKWIRE_KIND(TYPE_BOOL, Bool, Bool);
    BACKWIRE_KIND(TYPE_UINT32, UInt32, UInt32);
    BACKWIRE_KIND(TYPE_ENUM, OpenEnum<int>, EnumValue);
    BACKWIRE_KIND(TYPE_SFIXED32, SFixed32, Int32);
    BACKWIRE_KIND(TYPE_SFIXED64, SFixed64, Int64);
    BACKWIRE_KIND(TYPE_SINT32, SInt32, Int32);
    BACKWIRE_KIND(TYPE_SINT64, SInt64, Int64);
    BACKWIRE_KIND(TYPE_STRING, RawString, String);
    BACKWIRE_KIND(TYPE_BYTES, Bytes, String);
    case FieldDescriptor::TYPE_GROUP:
    case FieldDescriptor::TYPE_MESSAGE:
      return;  // has no value
  }
#undef BACKWIRE_KIND
}

template <class Kind>
uint32_t TagOf(const FieldDescriptor* field) {
  return wire::MakeTag(static_cast<uint32_t>(field->number()),
                       builder::kWireTypeOf<Kind>);
}

uint32_t TagOf(const FieldDescriptor* field, wire::WireType type) {
  return wire::MakeTag(static_cast<uint32_t>(field->number()), type);
}

bool IsMessageSet(const Descriptor* type) {
  return type->options().message_set_wire_format();
}

// One call of a writer: a field's only value, an element, a packed field as a
// whole.
struct Step {
  const FieldDescriptor* field;
  int index;
};

// Writes one message. With `random` the fields come in any order.
class Walk {
 public:
  Walk(const Message& msg, RandomMessages* random, OpenBuilder& out)
      : msg_(msg), r_(*msg.GetReflection()), random_(random), out_(out) {}

  void Run() {
    std::vector<Step> steps = Steps();
    const size_t unknown_at =
        random_ == nullptr ? steps.size() : random_->Below(steps.size() + 1);
    for (size_t i = 0; i < steps.size(); ++i) {
      if (i == unknown_at) WriteUnknown();
      Write(steps[i]);
    }
    if (unknown_at == steps.size()) WriteUnknown();
  }

 private:
  std::vector<Step> Steps() const {
    std::vector<const FieldDescriptor*> fields;
    r_.ListFields(msg_, &fields);
    std::vector<Step> steps;
    for (const FieldDescriptor* field : fields) {
      const int size = field->is_repeated() && !field->is_packed()
                           ? r_.FieldSize(msg_, field)
                           : 1;
      for (int i = 0; i < size; ++i) steps.push_back({field, i});
    }
    if (random_ != nullptr) Shuffle(&steps);
    return steps;
  }

  // Elements of one field keep their order.
  void Shuffle(std::vector<Step>* steps) const {
    for (size_t i = steps->size(); i > 1; --i) {
      std::swap((*steps)[i - 1], (*steps)[random_->Below(i)]);
    }
    std::map<const FieldDescriptor*, int> next;
    for (Step& step : *steps) step.index = next[step.field]++;
  }

  void Write(const Step& step) {
    const FieldDescriptor* const field = step.field;
    if (field->is_map()) return WriteMapEntry(step);
    if (field->is_packed()) return WritePacked(field);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      return WriteMessage(step);
    }
    WithKind(field, [&](auto tag, auto get) {
      using Kind = typename decltype(tag)::Kind;
      out_.Put<Kind>(TagOf<Kind>(field), get(&r_, msg_, field, step.index), "");
    });
  }

  void WritePacked(const FieldDescriptor* field) {
    const int size = r_.FieldSize(msg_, field);
    const bool one_by_one = random_ != nullptr && random_->Below(2) == 0;
    WithKind(field, [&](auto tag, auto get) {
      using Kind = typename decltype(tag)::Kind;
      if constexpr (!builder::kIsText<Kind>) {
        if (one_by_one) {
          builder::PackedBuilder<Kind> values(out_, TagOf(field, wire::kLen));
          for (int i = 0; i < size; ++i) values.Add(get(&r_, msg_, field, i));
          return;
        }
        // No vector: that of bool has no data().
        std::unique_ptr<typename Kind::Value[]> values(
            new typename Kind::Value[size]);
        for (int i = 0; i < size; ++i) values[i] = get(&r_, msg_, field, i);
        out_.PutPackedField<Kind>(
            TagOf(field, wire::kLen),
            absl::Span<const typename Kind::Value>(values.get(), size));
      }
    });
  }

  void WriteMessage(const Step& step) {
    const FieldDescriptor* const field = step.field;
    const Message& child = field->is_repeated()
                               ? r_.GetRepeatedMessage(msg_, field, step.index)
                               : r_.GetMessage(msg_, field);
    if (IsMessageSet(field->message_type())) {
      return out_.PutSubmessage(TagOf(field, wire::kLen), child);
    }
    OpenBuilder builder(field->type() == FieldDescriptor::TYPE_GROUP
                            ? out_.OpenGroup(TagOf(field, wire::kSGroup))
                            : out_.OpenSubmessage(TagOf(field, wire::kLen)));
    Walk(child, random_, builder).Run();
  }

  void WriteMapEntry(const Step& step) {
    const Message& entry = *SortedEntries(step.field)[step.index];
    const Reflection* const r = entry.GetReflection();
    const FieldDescriptor* const key = step.field->message_type()->map_key();
    const FieldDescriptor* const value =
        step.field->message_type()->map_value();
    const uint32_t tag = TagOf(step.field, wire::kLen);
    WithKind(key, [&](auto key_tag, auto get_key) {
      using Key = typename decltype(key_tag)::Kind;
      if (value->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        OpenBuilder builder(
            out_.OpenMapValue<Key>(tag, get_key(r, entry, key, 0), ""));
        return Walk(r->GetMessage(entry, value), random_, builder).Run();
      }
      WithKind(value, [&](auto value_tag, auto get_value) {
        using Value = typename decltype(value_tag)::Kind;
        out_.PutMapEntry<Key, Value>(tag, get_key(r, entry, key, 0),
                                     get_value(r, entry, value, 0), {"", ""});
      });
    });
  }

  std::vector<const Message*> SortedEntries(
      const FieldDescriptor* field) const {
    std::vector<const Message*> entries;
    for (int i = 0; i < r_.FieldSize(msg_, field); ++i) {
      entries.push_back(&r_.GetRepeatedMessage(msg_, field, i));
    }
    const FieldDescriptor* const key = field->message_type()->map_key();
    WithKind(key, [&](auto, auto get) {
      std::sort(entries.begin(), entries.end(),
                [&](const Message* a, const Message* b) {
                  return get(a->GetReflection(), *a, key, 0) <
                         get(b->GetReflection(), *b, key, 0);
                });
    });
    return entries;
  }

  void WriteUnknown() {
    const UnknownFieldSet& fields = r_.GetUnknownFields(msg_);
    for (int i = 0; i < fields.field_count(); ++i) {
      WriteUnknown(fields.field(i));
    }
  }

  void WriteUnknown(const UnknownField& field) {
    const auto number = static_cast<uint32_t>(field.number());
    switch (field.type()) {
      case UnknownField::TYPE_VARINT:
        return out_.AppendVarint(number, field.varint());
      case UnknownField::TYPE_FIXED32:
        return out_.AppendFixed32(number, field.fixed32());
      case UnknownField::TYPE_FIXED64:
        return out_.AppendFixed64(number, field.fixed64());
      case UnknownField::TYPE_LENGTH_DELIMITED:
        return out_.AppendBytes(number, field.length_delimited());
      case UnknownField::TYPE_GROUP: {
        UnknownFieldSet alone;
        alone.AddGroup(field.number())->MergeFrom(field.group());
        std::string bytes;
        if (!alone.SerializeToString(&bytes)) std::abort();
        return out_.AppendRecords(bytes);
      }
    }
  }

  const Message& msg_;
  const Reflection& r_;
  RandomMessages* const random_;
  OpenBuilder& out_;
};

}  // namespace

void WriteByBuilder(const Message& msg, RandomMessages* random,
                    builder::Output* output) {
  OpenBuilder root(output);
  Walk(msg, random, root).Run();
}

}  // namespace backwire::testing
