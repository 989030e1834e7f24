#include "server/config/config_key.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "config/key.pb.h"

namespace backwire::config {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

std::string JoinNames(const ConfigKey::FieldPath& path) {
  return absl::StrJoin(path, ".",
                       [](std::string* out, const FieldDescriptor* field) {
                         absl::StrAppend(out, std::string(field->name()));
                       });
}

// The message that holds the value at the end of `path`.
Message* MutableHolder(const ConfigKey::FieldPath& path, Message* message) {
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    message = message->GetReflection()->MutableMessage(message, path[i]);
  }
  return message;
}

const Message& Holder(const ConfigKey::FieldPath& path,
                      const Message& message) {
  const Message* holder = &message;
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    holder = &holder->GetReflection()->GetMessage(*holder, path[i]);
  }
  return *holder;
}

std::string EnumNames(const EnumDescriptor& type) {
  std::vector<std::string> names;
  for (int i = 0; i < type.value_count(); ++i) {
    names.emplace_back(type.value(i)->name());
  }
  return absl::StrJoin(names, ", ");
}

absl::Status BadValue(const std::string& text, const std::string& expected) {
  return absl::InvalidArgumentError(
      absl::StrCat("\"", text, "\" is not ", expected));
}

absl::Status SetEnum(const FieldDescriptor& field, const std::string& text,
                     Message* holder) {
  const EnumValueDescriptor* value = field.enum_type()->FindValueByName(text);
  if (value == nullptr) {
    return BadValue(text,
                    absl::StrCat("one of ", EnumNames(*field.enum_type())));
  }
  holder->GetReflection()->SetEnum(holder, &field, value);
  return absl::OkStatus();
}

// Parses with `parse` and hands the number to the reflection's `set`.
template <typename T, typename Parse, typename Set>
absl::Status SetNumber(const std::string& text, const char* expected,
                       Parse parse, Set set) {
  T value;
  if (!parse(text, &value)) return BadValue(text, expected);
  set(value);
  return absl::OkStatus();
}

// The value as a number, if it is one.
std::optional<double> NumberIn(const Message& holder,
                               const FieldDescriptor& field) {
  const auto& reflection = *holder.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return reflection.GetInt32(holder, &field);
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return reflection.GetDouble(holder, &field);
    default:
      return std::nullopt;
  }
}

void AppendKeys(const Descriptor& type, ConfigKey::FieldPath* path,
                std::vector<ConfigKey>* keys) {
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor* field = type.field(i);
    path->push_back(field);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      AppendKeys(*field->message_type(), path, keys);
    } else {
      keys->emplace_back(*path);
    }
    path->pop_back();
  }
}

}  // namespace

ConfigKey::ConfigKey(FieldPath path)
    : path_(std::move(path)), name_(JoinNames(path_)) {
  const std::string flat = absl::StrReplaceAll(name_, {{".", "_"}});
  environment_name_ = absl::StrCat("BACKWIRE_", absl::AsciiStrToUpper(flat));
  flag_ = absl::StrCat("--", absl::StrReplaceAll(flat, {{"_", "-"}}));
}

std::string ConfigKey::help() const {
  return field().options().GetExtension(key).help();
}

const char* ConfigKey::type_name() const {
  switch (field().cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_UINT64:
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return "NUMBER";
    case FieldDescriptor::CPPTYPE_ENUM:
      return "NAME";
    default:
      return "TEXT";
  }
}

std::string ConfigKey::default_text() const {
  switch (field().cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return absl::StrCat(field().default_value_int32());
    case FieldDescriptor::CPPTYPE_UINT64:
      return absl::StrCat(field().default_value_uint64());
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return absl::StrCat(field().default_value_double());
    case FieldDescriptor::CPPTYPE_ENUM:
      return std::string(field().default_value_enum()->name());
    default:
      return std::string(field().default_value_string());
  }
}

absl::Status ConfigKey::SetFromText(const std::string& text,
                                    ServerConfig* config) const {
  const FieldDescriptor* field = path_.back();
  Message* holder = MutableHolder(path_, config);
  const auto* reflection = holder->GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      reflection->SetString(holder, field, text);
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_ENUM:
      return SetEnum(*field, text, holder);
    case FieldDescriptor::CPPTYPE_INT32:
      return SetNumber<int32_t>(
          text, "a whole number", absl::SimpleAtoi<int32_t>,
          [&](int32_t v) { reflection->SetInt32(holder, field, v); });
    case FieldDescriptor::CPPTYPE_UINT64:
      return SetNumber<uint64_t>(
          text, "a whole number of 0 and more", absl::SimpleAtoi<uint64_t>,
          [&](uint64_t v) { reflection->SetUInt64(holder, field, v); });
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return SetNumber<double>(
          text, "a number", absl::SimpleAtod,
          [&](double v) { reflection->SetDouble(holder, field, v); });
    default:
      return absl::InternalError("the schema has a type without a text form");
  }
}

absl::Status ConfigKey::CheckRange(const ServerConfig& config) const {
  const std::optional<double> value = NumberIn(Holder(path_, config), field());
  if (!value) return absl::OkStatus();
  const Key& range = field().options().GetExtension(key);
  if (!range.has_min() || !range.has_max()) return absl::OkStatus();
  const bool in_range = *value >= range.min() && *value <= range.max();
  if (in_range) return absl::OkStatus();  // NaN is in no range
  const bool is_whole = field().cpp_type() == FieldDescriptor::CPPTYPE_INT32;
  return absl::InvalidArgumentError(
      absl::StrCat(is_whole ? absl::StrCat(static_cast<int64_t>(*value))
                            : absl::StrCat(*value),
                   " is out of range: give ", static_cast<int64_t>(range.min()),
                   " to ", static_cast<int64_t>(range.max())));
}

std::vector<ConfigKey> ServerConfigKeys() {
  ConfigKey::FieldPath path;
  std::vector<ConfigKey> keys;
  AppendKeys(*ServerConfig::descriptor(), &path, &keys);
  return keys;
}

}  // namespace backwire::config
