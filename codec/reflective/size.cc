#include "backwire/reflective/size.h"

#include <string>

#include "backwire/reflective/map_access.h"
#include "backwire/reflective/map_key.h"
#include "backwire/reflective/payload.h"
#include "google/protobuf/wire_format.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::MapKey;
using ::google::protobuf::MapValueConstRef;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using ::google::protobuf::internal::WireFormat;

size_t StringsSize(const Message& msg, const Reflection& reflection,
                   const FieldDescriptor* field) {
  std::string scratch;
  if (!field->is_repeated()) {
    return TagSize(field) +
           LenSize(reflection.GetStringReference(msg, field, &scratch).size());
  }
  const int count = reflection.FieldSize(msg, field);
  size_t size = static_cast<size_t>(count) * TagSize(field);
  for (int i = 0; i < count; ++i) {
    size += LenSize(
        reflection.GetRepeatedStringReference(msg, field, i, &scratch).size());
  }
  return size;
}

template <class Kind>
size_t PayloadSizes(
    const ::google::protobuf::RepeatedField<Element<Kind>>& values) {
  if constexpr (Kind::kWireType != wire::kVarint) {
    return static_cast<size_t>(values.size()) * sizeof(typename Kind::Value);
  } else {
    size_t size = 0;
    for (const auto value : values) {
      size += PayloadSize<Kind>(static_cast<typename Kind::Value>(value));
    }
    return size;
  }
}

}  // namespace

template <class Walk>
size_t SizePass::Remember(Walk&& walk) {
  const size_t slot = lengths_.size();
  lengths_.push_back(0);
  const size_t size = walk();
  lengths_[slot] = static_cast<uint32_t>(size);
  return size;
}

size_t SizePass::MessageSize(const Message& msg) {
  const Reflection& reflection = *msg.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(msg, &fields);
  size_t size = 0;
  for (const FieldDescriptor* field : fields) {
    size += FieldSize(msg, reflection, field);
  }
  return size +
         WireFormat::ComputeUnknownFieldsSize(reflection.GetUnknownFields(msg));
}

size_t SizePass::FieldSize(const Message& msg, const Reflection& reflection,
                           const FieldDescriptor* field) {
  if (field->is_map()) return MapSize(msg, field);
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    return StringsSize(msg, reflection, field);
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return SubmessagesSize(msg, reflection, field);
  }
  return VisitScalar(field->type(), [&](auto kind) {
    return ScalarsSize<decltype(kind)>(msg, reflection, field);
  });
}

size_t SizePass::SubmessageSize(const Message& msg,
                                const FieldDescriptor* field) {
  if (field->type() == FieldDescriptor::TYPE_GROUP) {
    return 2 * TagSize(field) + MessageSize(msg);
  }
  return TagSize(field) + LenSize(Remember([&] { return MessageSize(msg); }));
}

size_t SizePass::SubmessagesSize(const Message& msg,
                                 const Reflection& reflection,
                                 const FieldDescriptor* field) {
  if (!field->is_repeated()) {
    return SubmessageSize(reflection.GetMessage(msg, field), field);
  }
  size_t size = 0;
  const int count = reflection.FieldSize(msg, field);
  for (int i = 0; i < count; ++i) {
    size += SubmessageSize(reflection.GetRepeatedMessage(msg, field, i), field);
  }
  return size;
}

template <class Kind>
size_t SizePass::ScalarsSize(const Message& msg, const Reflection& reflection,
                             const FieldDescriptor* field) {
  using Value = typename Kind::Value;
  if (!field->is_repeated()) {
    return TagSize(field) +
           PayloadSize<Kind>(Access<Value>::Get(msg, reflection, field));
  }
  const auto& values = GetRepeated<Kind>(msg, reflection, field);
  if (!field->is_packed()) {
    return static_cast<size_t>(values.size()) * TagSize(field) +
           PayloadSizes<Kind>(values);
  }
  return TagSize(field) +
         LenSize(Remember([&] { return PayloadSizes<Kind>(values); }));
}

size_t SizePass::MapSize(const Message& msg, const FieldDescriptor* field) {
  const FieldDescriptor* const key_field = field->message_type()->map_key();
  const FieldDescriptor* const value_field = field->message_type()->map_value();
  size_t size = 0;
  ForEachMapEntry(msg, field, sorted_maps_,
                  [&](const MapKey& key, const MapValueConstRef& value) {
                    size += TagSize(field) + LenSize(Remember([&] {
                              return KeyRecordSize(key_field, key) +
                                     MapValueSize(value_field, value);
                            }));
                  });
  return size;
}

size_t SizePass::MapValueSize(const FieldDescriptor* field,
                              const MapValueConstRef& value) {
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    return TagSize(field) + LenSize(value.GetStringValue().size());
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return SubmessageSize(value.GetMessageValue(), field);
  }
  return TagSize(field) + VisitScalar(field->type(), [&value](auto kind) {
           using Kind = decltype(kind);
           return PayloadSize<Kind>(
               Access<typename Kind::Value>::FromMap(value));
         });
}

}  // namespace backwire::reflective
