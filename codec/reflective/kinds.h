// The scalar types of fields: for each, its kind on the wire (see
// backwire/message/kinds.h) and the calls of the reflection interface that get
// and set its values.
#ifndef BACKWIRE_REFLECTIVE_KINDS_H_
#define BACKWIRE_REFLECTIVE_KINDS_H_

#include <type_traits>

#include "backwire/message/kinds.h"
#include "google/protobuf/map_field.h"
#include "google/protobuf/message.h"
#include "google/protobuf/repeated_field.h"

namespace backwire::reflective {

// The number of an enum's value; a type of its own, to tell it from int32.
enum EnumNumber : int {};
using EnumKind = message::OpenEnum<EnumNumber>;

// Calls `visit(Kind())` with the kind of the scalar type. REQUIRES: `type` is
// no string, bytes, message or group.
template <class Visit>
decltype(auto) VisitScalar(::google::protobuf::FieldDescriptor::Type type,
                           Visit&& visit) {
  using ::google::protobuf::FieldDescriptor;
  switch (type) {
    case FieldDescriptor::TYPE_DOUBLE:
      return visit(message::Double());
    case FieldDescriptor::TYPE_FLOAT:
      return visit(message::Float());
    case FieldDescriptor::TYPE_INT64:
      return visit(message::Int64());
    case FieldDescriptor::TYPE_UINT64:
      return visit(message::UInt64());
    case FieldDescriptor::TYPE_INT32:
      return visit(message::Int32());
    case FieldDescriptor::TYPE_FIXED64:
      return visit(message::Fixed64());
    case FieldDescriptor::TYPE_FIXED32:
      return visit(message::Fixed32());
    case FieldDescriptor::TYPE_BOOL:
      return visit(message::Bool());
    case FieldDescriptor::TYPE_UINT32:
      return visit(message::UInt32());
    case FieldDescriptor::TYPE_ENUM:
      return visit(EnumKind());
    case FieldDescriptor::TYPE_SFIXED32:
      return visit(message::SFixed32());
    case FieldDescriptor::TYPE_SFIXED64:
      return visit(message::SFixed64());
    case FieldDescriptor::TYPE_SINT32:
      return visit(message::SInt32());
    case FieldDescriptor::TYPE_SINT64:
      return visit(message::SInt64());
    case FieldDescriptor::TYPE_STRING:
    case FieldDescriptor::TYPE_BYTES:
    case FieldDescriptor::TYPE_GROUP:
    case FieldDescriptor::TYPE_MESSAGE:
      break;
  }
  __builtin_unreachable();
}

// The same for the types that a map's key can have, strings apart.
template <class Visit>
decltype(auto) VisitKey(::google::protobuf::FieldDescriptor::Type type,
                        Visit&& visit) {
  return VisitScalar(type, [&visit](auto kind) {
    using Kind = decltype(kind);
    if constexpr (std::is_integral_v<typename Kind::Value>) {
      return visit(kind);
    } else {
      // protoc refuses floating-point and enum keys.
      return visit(message::Bool());
    }
  });
}

// The payload's bytes on the wire.
template <class Kind>
inline size_t PayloadSize(typename Kind::Value value) {
  if constexpr (Kind::kWireType == wire::kVarint) {
    return wire::VarintSize(Kind::ToWire(value));
  } else {
    return sizeof(value);
  }
}

// Reflection has a function for every type of value, each with a name of its
// own: Access<int32_t>::Get() is GetInt32(), and so on.
template <class Value>
struct Access;

#define BACKWIRE_REFLECTIVE_ACCESS(TYPE, NAME)                             \
  template <>                                                              \
  struct Access<TYPE> {                                                    \
    static TYPE Get(const ::google::protobuf::Message& msg,                \
                    const ::google::protobuf::Reflection& reflection,      \
                    const ::google::protobuf::FieldDescriptor* field) {    \
      return static_cast<TYPE>(reflection.Get##NAME(msg, field));          \
    }                                                                      \
    static void Set(::google::protobuf::Message* msg,                      \
                    const ::google::protobuf::Reflection& reflection,      \
                    const ::google::protobuf::FieldDescriptor* field,      \
                    TYPE value) {                                          \
      reflection.Set##NAME(msg, field, value);                             \
    }                                                                      \
    static TYPE FromMap(const ::google::protobuf::MapValueConstRef& ref) { \
      return static_cast<TYPE>(ref.Get##NAME##Value());                    \
    }                                                                      \
    static void ToMap(TYPE value, ::google::protobuf::MapValueRef ref) {   \
      ref.Set##NAME##Value(value);                                         \
    }                                                                      \
  }
BACKWIRE_REFLECTIVE_ACCESS(int32_t, Int32);
BACKWIRE_REFLECTIVE_ACCESS(int64_t, Int64);
BACKWIRE_REFLECTIVE_ACCESS(uint32_t, UInt32);
BACKWIRE_REFLECTIVE_ACCESS(uint64_t, UInt64);
BACKWIRE_REFLECTIVE_ACCESS(float, Float);
BACKWIRE_REFLECTIVE_ACCESS(double, Double);
BACKWIRE_REFLECTIVE_ACCESS(bool, Bool);
#undef BACKWIRE_REFLECTIVE_ACCESS

// Enums by number: a number may have no name.
template <>
struct Access<EnumNumber> {
  static EnumNumber Get(const ::google::protobuf::Message& msg,
                        const ::google::protobuf::Reflection& reflection,
                        const ::google::protobuf::FieldDescriptor* field) {
    return static_cast<EnumNumber>(reflection.GetEnumValue(msg, field));
  }
  static void Set(::google::protobuf::Message* msg,
                  const ::google::protobuf::Reflection& reflection,
                  const ::google::protobuf::FieldDescriptor* field,
                  EnumNumber value) {
    reflection.SetEnumValue(msg, field, value);
  }
  static EnumNumber FromMap(const ::google::protobuf::MapValueConstRef& ref) {
    return static_cast<EnumNumber>(ref.GetEnumValue());
  }
  static void ToMap(EnumNumber value, ::google::protobuf::MapValueRef ref) {
    ref.SetEnumValue(value);
  }
};

inline void SetKey(int32_t value, ::google::protobuf::MapKey* key) {
  key->SetInt32Value(value);
}
inline void SetKey(int64_t value, ::google::protobuf::MapKey* key) {
  key->SetInt64Value(value);
}
inline void SetKey(uint32_t value, ::google::protobuf::MapKey* key) {
  key->SetUInt32Value(value);
}
inline void SetKey(uint64_t value, ::google::protobuf::MapKey* key) {
  key->SetUInt64Value(value);
}
inline void SetKey(bool value, ::google::protobuf::MapKey* key) {
  key->SetBoolValue(value);
}

template <class Value>
inline Value GetKey(const ::google::protobuf::MapKey& key) {
  if constexpr (std::is_same_v<Value, int32_t>) {
    return key.GetInt32Value();
  } else if constexpr (std::is_same_v<Value, int64_t>) {
    return key.GetInt64Value();
  } else if constexpr (std::is_same_v<Value, uint32_t>) {
    return key.GetUInt32Value();
  } else if constexpr (std::is_same_v<Value, uint64_t>) {
    return key.GetUInt64Value();
  } else {
    static_assert(std::is_same_v<Value, bool>);
    return key.GetBoolValue();
  }
}

// What a repeated field of the kind is stored as.
template <class Kind>
using Element =
    std::conditional_t<std::is_same_v<typename Kind::Value, EnumNumber>, int,
                       typename Kind::Value>;

// The whole of a repeated scalar field. protobuf marks these two functions as
// deprecated in favour of one virtual call for each element.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
template <class Kind>
const ::google::protobuf::RepeatedField<Element<Kind>>& GetRepeated(
    const ::google::protobuf::Message& msg,
    const ::google::protobuf::Reflection& reflection,
    const ::google::protobuf::FieldDescriptor* field) {
  return reflection.template GetRepeatedField<Element<Kind>>(msg, field);
}
template <class Kind>
::google::protobuf::RepeatedField<Element<Kind>>* MutableRepeated(
    ::google::protobuf::Message* msg,
    const ::google::protobuf::Reflection& reflection,
    const ::google::protobuf::FieldDescriptor* field) {
  return reflection.template MutableRepeatedField<Element<Kind>>(msg, field);
}
#pragma GCC diagnostic pop

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_KINDS_H_
