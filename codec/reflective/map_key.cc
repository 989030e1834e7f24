#include "backwire/reflective/map_key.h"

#include <string>
#include <utility>

#include "backwire/compat/protobuf_compat.h"
#include "backwire/reflective/kinds.h"
#include "backwire/reflective/payload.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::MapKey;
using ::google::protobuf::io::EpsCopyOutputStream;
using wire::WireReader;

// The key's tag is one byte: its field number is 1.
constexpr size_t kTagSize = 1;

bool IsString(const FieldDescriptor* field) {
  return field->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
}

}  // namespace

size_t KeyRecordSize(const FieldDescriptor* field, const MapKey& key) {
  if (IsString(field)) return kTagSize + LenSize(key.GetStringValue().size());
  return VisitKey(field->type(), [&key](auto kind) {
    using Kind = decltype(kind);
    return kTagSize + PayloadSize<Kind>(GetKey<typename Kind::Value>(key));
  });
}

uint8_t* WriteKeyRecord(const FieldDescriptor* field, const MapKey& key,
                        uint8_t* target, EpsCopyOutputStream* stream) {
  if (IsString(field)) {
    return WriteStringRecord(field, key.GetStringValue(), target, stream);
  }
  return VisitKey(field->type(), [&](auto kind) {
    using Kind = decltype(kind);
    return WriteScalarRecord<Kind>(field, GetKey<typename Kind::Value>(key),
                                   target, stream);
  });
}

void SetDefaultKey(const FieldDescriptor* field, MapKey* key) {
  if (IsString(field)) return key->SetStringValue("");
  VisitKey(field->type(), [key](auto kind) {
    using Kind = decltype(kind);
    SetKey(typename Kind::Value{}, key);
  });
}

const char* ReadKey(const FieldDescriptor* field, MapKey* key,
                    std::string* storage, const char* ptr, WireReader& reader) {
  if (IsString(field)) {
    std::string text;
    ptr = ReadText(field, &text, ptr, reader);
    compat::SetTextKey(std::move(text), storage, key);
    return ptr;
  }
  return VisitKey(field->type(), [&](auto kind) {
    using Kind = decltype(kind);
    typename Kind::Value value{};
    ptr = ReadEntryScalar<Kind>(&value, ptr, reader);
    SetKey(value, key);
    return ptr;
  });
}

}  // namespace backwire::reflective
