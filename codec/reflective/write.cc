#include "backwire/reflective/write.h"

#include <string>
#include <vector>

#include "backwire/reflective/map_access.h"
#include "backwire/reflective/map_key.h"
#include "backwire/reflective/payload.h"
#include "google/protobuf/wire_format.h"

namespace backwire::reflective {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::MapKey;
using ::google::protobuf::MapValueConstRef;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using ::google::protobuf::RepeatedField;
using ::google::protobuf::internal::WireFormat;

uint8_t* WritePass::WriteMessage(const Message& msg, uint8_t* target) {
  const Reflection& reflection = *msg.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(msg, &fields);
  for (const FieldDescriptor* field : fields) {
    target = WriteField(msg, reflection, field, target);
  }
  return WireFormat::InternalSerializeUnknownFieldsToArray(
      reflection.GetUnknownFields(msg), target, stream_);
}

uint8_t* WritePass::WriteField(const Message& msg, const Reflection& reflection,
                               const FieldDescriptor* field, uint8_t* target) {
  if (field->is_map()) return WriteMap(msg, field, target);
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    return WriteStrings(msg, reflection, field, target);
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return WriteSubmessages(msg, reflection, field, target);
  }
  return VisitScalar(field->type(), [&](auto kind) {
    return WriteScalars<decltype(kind)>(msg, reflection, field, target);
  });
}

uint8_t* WritePass::WriteStrings(const Message& msg,
                                 const Reflection& reflection,
                                 const FieldDescriptor* field,
                                 uint8_t* target) {
  std::string scratch;
  if (!field->is_repeated()) {
    return WriteStringRecord(
        field, reflection.GetStringReference(msg, field, &scratch), target,
        stream_);
  }
  const int count = reflection.FieldSize(msg, field);
  for (int i = 0; i < count; ++i) {
    target = WriteStringRecord(
        field, reflection.GetRepeatedStringReference(msg, field, i, &scratch),
        target, stream_);
  }
  return target;
}

uint8_t* WritePass::WriteSubmessage(const Message& msg,
                                    const FieldDescriptor* field,
                                    uint8_t* target) {
  if (field->type() == FieldDescriptor::TYPE_GROUP) {
    target = WriteTag(field, wire::kSGroup, target, stream_);
    target = WriteMessage(msg, target);
    return WriteTag(field, wire::kEGroup, target, stream_);
  }
  target = WriteTagAndLength(field, *next_length_++, target, stream_);
  return WriteMessage(msg, target);
}

uint8_t* WritePass::WriteSubmessages(const Message& msg,
                                     const Reflection& reflection,
                                     const FieldDescriptor* field,
                                     uint8_t* target) {
  if (!field->is_repeated()) {
    return WriteSubmessage(reflection.GetMessage(msg, field), field, target);
  }
  const int count = reflection.FieldSize(msg, field);
  for (int i = 0; i < count; ++i) {
    target = WriteSubmessage(reflection.GetRepeatedMessage(msg, field, i),
                             field, target);
  }
  return target;
}

template <class Kind>
uint8_t* WritePass::WriteScalars(const Message& msg,
                                 const Reflection& reflection,
                                 const FieldDescriptor* field,
                                 uint8_t* target) {
  using Value = typename Kind::Value;
  if (!field->is_repeated()) {
    return WriteScalarRecord<Kind>(
        field, Access<Value>::Get(msg, reflection, field), target, stream_);
  }
  const auto& values = GetRepeated<Kind>(msg, reflection, field);
  if (field->is_packed()) return WritePacked<Kind>(values, field, target);
  for (const auto value : values) {
    target = WriteScalarRecord<Kind>(field, static_cast<Value>(value), target,
                                     stream_);
  }
  return target;
}

template <class Kind>
uint8_t* WritePass::WritePacked(const RepeatedField<Element<Kind>>& values,
                                const FieldDescriptor* field, uint8_t* target) {
  const uint32_t length_bytes = *next_length_++;
  target = WriteTagAndLength(field, length_bytes, target, stream_);
  if constexpr (Kind::kWireType != wire::kVarint) {
    return stream_->WriteRaw(values.data(), static_cast<int>(length_bytes),
                             target);
  } else {
    for (const auto value : values) {
      target = stream_->EnsureSpace(target);
      target =
          WritePayload<Kind>(static_cast<typename Kind::Value>(value), target);
    }
    return target;
  }
}

uint8_t* WritePass::WriteMap(const Message& msg, const FieldDescriptor* field,
                             uint8_t* target) {
  const FieldDescriptor* const key_field = field->message_type()->map_key();
  const FieldDescriptor* const value_field = field->message_type()->map_value();
  ForEachMapEntry(msg, field, stream_->IsSerializationDeterministic(),
                  [&](const MapKey& key, const MapValueConstRef& value) {
                    target = WriteTagAndLength(field, *next_length_++, target,
                                               stream_);
                    target = WriteKeyRecord(key_field, key, target, stream_);
                    target = WriteMapValue(value_field, value, target);
                  });
  return target;
}

uint8_t* WritePass::WriteMapValue(const FieldDescriptor* field,
                                  const MapValueConstRef& value,
                                  uint8_t* target) {
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    return WriteStringRecord(field, value.GetStringValue(), target, stream_);
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return WriteSubmessage(value.GetMessageValue(), field, target);
  }
  return VisitScalar(field->type(), [&](auto kind) {
    using Kind = decltype(kind);
    return WriteScalarRecord<Kind>(
        field, Access<typename Kind::Value>::FromMap(value), target, stream_);
  });
}

}  // namespace backwire::reflective
