// What differs between the versions of protobuf that backwire is built with
// (3.21 of Debian 12 up to 36): with protobuf_version.h, the only place that
// asks for the version.
// Everything here answers as stock's generated C++ code of the linked version
// behaves, and asks a descriptor for its features, never for its syntax, where
// the version has features.
#ifndef BACKWIRE_COMPAT_PROTOBUF_COMPAT_H_
#define BACKWIRE_COMPAT_PROTOBUF_COMPAT_H_

#include <string>
#include <utility>

#include "backwire/compat/protobuf_version.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/extension_set.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/map_field.h"
#include "google/protobuf/message.h"
#include "google/protobuf/unknown_field_set.h"

namespace backwire::compat {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::MapKey;
using ::google::protobuf::UnknownFieldSet;

#if BACKWIRE_PROTOBUF_HAS_EDITIONS

// True if the parser must check that the field's text is UTF-8.
inline bool ChecksUtf8(const FieldDescriptor* field) {
  static_assert(kChecksUtf8OfExtensions);
  return field->type() == FieldDescriptor::TYPE_STRING &&
         field->requires_utf8_validation();
}

// True if numbers that the field's enum does not name are unknown fields. Stock
// registers every extension with the names of its enum.
inline bool HasClosedEnum(const FieldDescriptor* field) {
  return field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM &&
         (field->is_extension() ||
          field->legacy_enum_field_treated_as_closed());
}

// True if stock keeps the field's text in another form than std::string.
inline bool HasSpecialText(const FieldDescriptor* field) {
  using Form = FieldDescriptor::CppStringType;
  return field->cpp_type() == FieldDescriptor::CPPTYPE_STRING &&
         (field->cpp_string_type() == Form::kCord ||
          ::google::protobuf::internal::cpp::
              IsStringFieldWithPrivatizedAccessors(*field));
}

// True if the accessor of a singular field gives a view of the text, and there
// is none that gives a std::string to change.
inline bool HasViewAccessor(const FieldDescriptor* field) {
  using Form = FieldDescriptor::CppStringType;
  return field->cpp_type() == FieldDescriptor::CPPTYPE_STRING &&
         !field->is_repeated() && field->cpp_string_type() == Form::kView;
}

// The text of a map's key or value as reflection gives it.
using MapText = absl::string_view;

// An iterator over a map that is only read, what it takes the message as, and
// the names of the private members of Reflection that make one.
using MapReader = ::google::protobuf::ConstMapIterator;
using MapReaderMessage = const ::google::protobuf::Message;
#define BACKWIRE_REFLECTION_MAP_BEGIN ConstMapBegin
#define BACKWIRE_REFLECTION_MAP_END ConstMapEnd

// The name under which stock's log speaks of the text in a field: for a map's
// key or value that of the map.
inline std::string LogName(const FieldDescriptor* field) {
  const auto* const entry = field->containing_type();
  if (entry->options().map_entry()) {
    const auto* const holder = entry->containing_type();
    for (int i = 0; i < holder->field_count(); ++i) {
      if (holder->field(i)->is_map() &&
          holder->field(i)->message_type() == entry) {
        return std::string(holder->field(i)->full_name());
      }
    }
  }
  return std::string(field->full_name());
}

// True if stock's generated code parses an extension that reflection does not
// list. protobuf 36 has one, `pb.enumvalue.json`, whose file it leaves out of
// the pool; it and its like take the numbers that protobuf keeps for itself.
inline bool HasHiddenExtension(const ::google::protobuf::Descriptor* message) {
  constexpr int kFirstKept = 990;
  constexpr int kLastKept = 998;
  const auto* const prototype =
      ::google::protobuf::MessageFactory::generated_factory()->GetPrototype(
          message);
  if (prototype == nullptr) return false;
  ::google::protobuf::internal::GeneratedExtensionFinder stock(prototype);
  for (int number = kFirstKept; number <= kLastKept; ++number) {
    ::google::protobuf::internal::ExtensionInfo info;
    if (stock.Find(number, &info) &&
        message->file()->pool()->FindExtensionByNumber(message, number) ==
            nullptr) {
      return true;
    }
  }
  return false;
}

// Makes `text` the key. The key borrows from *storage, if at all.
inline void SetTextKey(std::string text, std::string* storage, MapKey* key) {
  *storage = std::move(text);
  key->SetStringValue(*storage);
}

inline void AddLengthDelimited(std::string bytes, int field_number,
                               UnknownFieldSet* fields) {
  fields->AddLengthDelimited(field_number, std::move(bytes));
}

#else

namespace internal {
inline bool IsProto3(const FieldDescriptor* field) {
  return field->file()->syntax() ==
         ::google::protobuf::FileDescriptor::SYNTAX_PROTO3;
}
}  // namespace internal

inline bool ChecksUtf8(const FieldDescriptor* field) {
  static_assert(!kChecksUtf8OfExtensions);
  return field->type() == FieldDescriptor::TYPE_STRING &&
         internal::IsProto3(field) && !field->is_extension();
}

inline bool HasClosedEnum(const FieldDescriptor* field) {
  // Stock decides by the file of the field, not by that of the enum.
  return field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM &&
         (field->is_extension() || !internal::IsProto3(field));
}

inline bool HasSpecialText(const FieldDescriptor* field) {
  return field->options().ctype() != ::google::protobuf::FieldOptions::STRING;
}

inline bool HasViewAccessor(const FieldDescriptor*) { return false; }

using MapText = std::string;

inline std::string LogName(const FieldDescriptor* field) {
  return field->full_name();
}

inline bool HasHiddenExtension(const ::google::protobuf::Descriptor*) {
  return false;
}

using MapReader = ::google::protobuf::MapIterator;
using MapReaderMessage = ::google::protobuf::Message;
#define BACKWIRE_REFLECTION_MAP_BEGIN MapBegin
#define BACKWIRE_REFLECTION_MAP_END MapEnd

inline void SetTextKey(std::string text, std::string*, MapKey* key) {
  key->SetStringValue(std::move(text));
}

inline void AddLengthDelimited(std::string bytes, int field_number,
                               UnknownFieldSet* fields) {
  *fields->AddLengthDelimited(field_number) = std::move(bytes);
}

#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
inline bool IsWeak(const FieldDescriptor* field) {
  return field->options().weak();
}
#pragma GCC diagnostic pop

// Why stock keeps messages with this field ("has a ctype"); nullptr if it need
// not.
inline const char* WhyLeftToStock(const FieldDescriptor* field) {
  const auto& options = field->options();
  if (HasSpecialText(field)) return "has a ctype";
  if (options.lazy() || options.unverified_lazy()) return "is lazy";
  if (IsWeak(field)) return "is weak";
  return nullptr;
}

// Told of the errors in a text that protobuf reads.
class ErrorCollector : public ::google::protobuf::io::ErrorCollector {
 public:
  // `line` and `column` are counted from 0.
  virtual void OnError(int line, int column, const std::string& text) = 0;

 private:
#if BACKWIRE_PROTOBUF_HAS_EDITIONS
  void RecordError(int line, int column, absl::string_view text) final {
    OnError(line, column, std::string(text));
  }
#else
  void AddError(int line, int column, const std::string& text) final {
    OnError(line, column, text);
  }
#endif
};

// Told of what keeps a file's descriptor from being built.
class DescriptorErrorCollector
    : public ::google::protobuf::DescriptorPool::ErrorCollector {
 public:
  // `element` is the full name of what is wrong in `file`.
  virtual void OnError(const std::string& file, const std::string& element,
                       const std::string& text) = 0;

 private:
#if BACKWIRE_PROTOBUF_HAS_EDITIONS
  void RecordError(absl::string_view file, absl::string_view element,
                   const ::google::protobuf::Message* /*descriptor*/,
                   ErrorLocation /*location*/, absl::string_view text) final {
    OnError(std::string(file), std::string(element), std::string(text));
  }
#else
  void AddError(const std::string& file, const std::string& element,
                const ::google::protobuf::Message* /*descriptor*/,
                ErrorLocation /*location*/, const std::string& text) final {
    OnError(file, element, text);
  }
#endif
};

}  // namespace backwire::compat

#endif  // BACKWIRE_COMPAT_PROTOBUF_COMPAT_H_
