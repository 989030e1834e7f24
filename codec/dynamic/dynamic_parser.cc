#include "backwire/dynamic/dynamic_parser.h"

#include <fstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "backwire/compat/protobuf_compat.h"
#include "backwire/dynamic/layouts.h"
#include "google/protobuf/util/type_resolver.h"
#include "google/protobuf/util/type_resolver_util.h"

namespace backwire {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileDescriptorProto;
using ::google::protobuf::FileDescriptorSet;
using ::google::protobuf::util::TypeResolver;

constexpr char kUrlPrefix[] = "type.googleapis.com";

// What protobuf says about files that do not fit together.
class ErrorText final : public compat::DescriptorErrorCollector {
 public:
  void OnError(const std::string& file, const std::string& element,
               const std::string& text) override {
    absl::StrAppend(&text_, text_.empty() ? "" : "; ", file, ": ", element,
                    ": ", text);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

absl::Status AddFiles(const FileDescriptorSet& files, DescriptorPool* pool) {
  ErrorText errors;
  for (const FileDescriptorProto& file : files.file()) {
    if (pool->BuildFileCollectingErrors(file, &errors) != nullptr) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "the set of files is not complete, or not in order: ", errors.text(),
        " (protoc writes a good one with --include_imports)"));
  }
  return absl::OkStatus();
}

}  // namespace

struct DynamicParser::State {
  std::unique_ptr<DescriptorPool> pool;  // if it is ours
  dynamic::LayoutSet layouts;
  const Descriptor* type = nullptr;
  const view::MessageLayout* layout = nullptr;
  std::unique_ptr<TypeResolver> resolver;
};

DynamicParser::DynamicParser(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
DynamicParser::DynamicParser(DynamicParser&&) noexcept = default;
DynamicParser& DynamicParser::operator=(DynamicParser&&) noexcept = default;
DynamicParser::~DynamicParser() = default;

DynamicParser DynamicParser::Make(std::unique_ptr<State> state,
                                  const Descriptor* type) {
  state->type = type;
  state->layout = state->layouts.Add(type);
  state->resolver.reset(
      ::google::protobuf::util::NewTypeResolverForDescriptorPool(
          kUrlPrefix, type->file()->pool()));
  return DynamicParser(std::move(state));
}

absl::StatusOr<DynamicParser> DynamicParser::ForType(const Descriptor* type) {
  if (type == nullptr) {
    return absl::InvalidArgumentError(
        "no descriptor to make a parser for: the pool that it was looked up in "
        "lacks the type");
  }
  return Make(std::make_unique<State>(), type);
}

absl::StatusOr<DynamicParser> DynamicParser::FromFileSet(
    const FileDescriptorSet& files, std::string_view full_name) {
  auto state = std::make_unique<State>();
  state->pool = std::make_unique<DescriptorPool>();
  const absl::Status added = AddFiles(files, state->pool.get());
  if (!added.ok()) return added;
  const Descriptor* const type =
      state->pool->FindMessageTypeByName(std::string(full_name));
  if (type == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("no message type ", std::string(full_name), " in the ",
                     files.file_size(),
                     " files of the set; give the name with its package"));
  }
  return Make(std::move(state), type);
}

absl::StatusOr<DynamicParser> DynamicParser::FromFile(
    const std::string& path, std::string_view full_name) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return absl::NotFoundError(absl::StrCat(path, ": cannot be opened"));
  }
  FileDescriptorSet files;
  if (!files.ParseFromIstream(&stream) || files.file_size() == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(path,
                     ": no set of file descriptors; protoc --include_imports "
                     "--descriptor_set_out=FILE writes one"));
  }
  absl::StatusOr<DynamicParser> parser = FromFileSet(files, full_name);
  if (parser.ok()) return parser;
  return absl::Status(parser.status().code(),
                      absl::StrCat(path, ": ", parser.status().message()));
}

const Descriptor* DynamicParser::descriptor() const { return state_->type; }
const view::MessageLayout& DynamicParser::layout() const {
  return *state_->layout;
}

FieldHandle DynamicParser::FindField(std::string_view name) const {
  return dynamic::FindField(*state_->layout, name);
}
FieldHandle DynamicParser::FindField(int number) const {
  return state_->layout->Find(static_cast<uint32_t>(number));
}

absl::Status DynamicParser::ToJson(
    const view::MessageRef& message, std::string* json,
    const ::google::protobuf::util::JsonPrintOptions& options) const {
  std::string bytes;
  message.AppendEncoded(/*deterministic=*/true, &bytes);
  json->clear();
  const auto status = ::google::protobuf::util::BinaryToJsonString(
      state_->resolver.get(),
      absl::StrCat(kUrlPrefix, "/", message.layout().full_name), bytes, json,
      options);
  if (status.ok()) return absl::OkStatus();
  return absl::Status(static_cast<absl::StatusCode>(status.code()),
                      absl::StrCat(message.layout().full_name, ": ",
                                   std::string(status.message())));
}

}  // namespace backwire
