// DynamicParser: views of messages for which no code was generated, by a
// descriptor that is known only when the program runs. For gateways, proxies
// and tools.
#ifndef BACKWIRE_DYNAMIC_DYNAMIC_PARSER_H_
#define BACKWIRE_DYNAMIC_DYNAMIC_PARSER_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "backwire/dynamic/dynamic_view.h"
#include "backwire/view/parsed_message.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/util/json_util.h"

namespace backwire {

// Made once for a type and then only read: any number of threads may use one,
// each with ParsedMessages of its own. What was parsed must not outlive it.
//
//   const auto parser = DynamicParser::FromFile("api.binpb", "a.b.Message");
//   const FieldHandle id = parser->FindField("id");
//   view::ParsedMessage parsed = parser->NewMessage();
//   if (parsed.Parse(data, size_bytes)) {
//     use(DynamicView(parsed.message()).GetString(*id));
//   }
class DynamicParser {
 public:
  // By a descriptor, whose pool must outlive the parser. Extensions that the
  // pool knows are fields. INVALID_ARGUMENT if there is no descriptor: what
  // pools give for a name that they lack.
  static absl::StatusOr<DynamicParser> ForType(
      const ::google::protobuf::Descriptor* type);

  // By a set of files that has all that they import, as `protoc
  // --include_imports --descriptor_set_out=FILE` writes it, and the type's full
  // name. INVALID_ARGUMENT if the files do not fit together, NOT_FOUND if none
  // has the type.
  static absl::StatusOr<DynamicParser> FromFileSet(
      const ::google::protobuf::FileDescriptorSet& files,
      std::string_view full_name);

  // The same by the path of a file that holds such a set. NOT_FOUND if it
  // cannot be opened, INVALID_ARGUMENT if it holds something else.
  static absl::StatusOr<DynamicParser> FromFile(const std::string& path,
                                                std::string_view full_name);

  DynamicParser(DynamicParser&&) noexcept;
  DynamicParser& operator=(DynamicParser&&) noexcept;
  ~DynamicParser();

  const ::google::protobuf::Descriptor* descriptor() const;
  const view::MessageLayout& layout() const;

  // An empty message of the type, to parse into, again and again.
  view::ParsedMessage NewMessage() const {
    return view::ParsedMessage(layout());
  }

  // Handles of the type's fields, valid as long as the parser; nullptr if there
  // is no such field. An extension's name is its full name.
  FieldHandle FindField(std::string_view name) const;
  FieldHandle FindField(int number) const;

  // Replaces *json by the message, which was parsed by this parser's layouts,
  // as protobuf's JSON mapping has it. `Any`s are written by the types of the
  // descriptor's pool. Fails as protobuf's own BinaryToJsonString().
  absl::Status ToJson(
      const view::MessageRef& message, std::string* json,
      const ::google::protobuf::util::JsonPrintOptions& options = {}) const;

 private:
  struct State;
  explicit DynamicParser(std::unique_ptr<State> state);

  static DynamicParser Make(std::unique_ptr<State> state,
                            const ::google::protobuf::Descriptor* type);

  std::unique_ptr<const State> state_;
};

}  // namespace backwire

#endif  // BACKWIRE_DYNAMIC_DYNAMIC_PARSER_H_
