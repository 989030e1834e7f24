#include "backwire/reflective/payload.h"

#include "backwire/message/string_field.h"

namespace backwire::reflective {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::io::EpsCopyOutputStream;

uint8_t* WriteStringRecord(const FieldDescriptor* field,
                           const compat::MapText& text, uint8_t* target,
                           EpsCopyOutputStream* stream) {
  if (!field->is_extension() && compat::ChecksUtf8(field) &&
      !wire::IsValidUtf8(text.data(), text.size())) {
    message::LogInvalidUtf8Encoded(text.data(), text.size(),
                                   compat::LogName(field).c_str());
  }
  return stream->WriteString(static_cast<uint32_t>(field->number()), text,
                             target);
}

const char* ReadText(const FieldDescriptor* field, std::string* text,
                     const char* ptr, wire::WireReader& reader) {
  ptr = message::DecodeString<message::RawString>(text, ptr, reader, "");
  if (ptr == nullptr || !compat::ChecksUtf8(field) ||
      wire::IsValidUtf8(text->data(), text->size())) {
    return ptr;
  }
  if (!field->is_extension()) {
    message::LogInvalidUtf8Decoded(text->data(), text->size(),
                                   compat::LogName(field).c_str());
  }
  return reader.Fail(wire::DecodeErrorKind::kInvalidUtf8, ptr);
}

}  // namespace backwire::reflective
