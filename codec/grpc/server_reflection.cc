#include "backwire/grpc/server_reflection.h"

#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/generic/generic_stub.h>

#include <deque>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/protobuf/unknown_field_set.h"

namespace backwire {
namespace {

using ::google::protobuf::FileDescriptorProto;
using ::google::protobuf::FileDescriptorSet;
using ::google::protobuf::UnknownField;
using ::google::protobuf::UnknownFieldSet;
using ::grpc::ByteBuffer;

// The newer name has the same messages; servers mostly have both, or the older
// one.
constexpr const char* kMethods[] = {
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"};

// Numbers of fields. The messages are read without classes: those that gRPC's
// library registers cannot be in a program twice.
constexpr int kFileByName = 3;
constexpr int kFileBySymbol = 4;
constexpr int kFiles = 4;
constexpr int kFileBytes = 1;
constexpr int kError = 7;
constexpr int kErrorCode = 1;
constexpr int kErrorText = 2;

// More than any program has: an end for a server that makes up imports.
constexpr size_t kMaxFiles = 10000;

absl::Status NotDescriptors(const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat(
      "the server's reflection does not answer with descriptors for ", what));
}

// The messages of a field, each parsed; false if one is malformed.
bool GetMessages(const UnknownFieldSet& set, int number,
                 std::deque<UnknownFieldSet>* messages) {
  for (int i = 0; i < set.field_count(); ++i) {
    const UnknownField& field = set.field(i);
    if (field.number() != number ||
        field.type() != UnknownField::TYPE_LENGTH_DELIMITED) {
      continue;
    }
    messages->emplace_back();
    if (!messages->back().ParseFromString(
            std::string(field.length_delimited()))) {
      return false;
    }
  }
  return true;
}

absl::Status ErrorOf(const UnknownFieldSet& error, const std::string& what) {
  auto code = absl::StatusCode::kUnknown;
  std::string text;
  for (int i = 0; i < error.field_count(); ++i) {
    const UnknownField& field = error.field(i);
    if (field.number() == kErrorCode &&
        field.type() == UnknownField::TYPE_VARINT && field.varint() != 0) {
      code = static_cast<absl::StatusCode>(field.varint());
    } else if (field.number() == kErrorText &&
               field.type() == UnknownField::TYPE_LENGTH_DELIMITED) {
      text = std::string(field.length_delimited());
    }
  }
  return absl::Status(
      code, absl::StrCat("the server's reflection, asked for ", what, ": ",
                         text.empty() ? "an error without a text" : text));
}

// One call, in which questions and answers take turns.
class ReflectionCall {
 public:
  ReflectionCall(const std::shared_ptr<::grpc::Channel>& channel,
                 std::chrono::system_clock::time_point deadline,
                 const char* method)
      : stub_(channel) {
    context_.set_deadline(deadline);
    call_ = stub_.PrepareCall(&context_, method, &queue_);
    call_->StartCall(nullptr);
    (void)Wait();
  }
  ~ReflectionCall() {
    context_.TryCancel();
    (void)End();
    queue_.Shutdown();
    (void)Wait();
  }

  absl::Status Ask(int field, const std::string& name,
                   UnknownFieldSet* answer) {
    UnknownFieldSet question;
    question.AddLengthDelimited(field, name);
    std::string bytes;
    (void)question.SerializeToString(&bytes);
    const ::grpc::Slice slice(bytes);
    call_->Write(ByteBuffer(&slice, 1), nullptr);
    // If the call has ended, an answer may still be there.
    (void)Wait();
    ByteBuffer buffer;
    call_->Read(&buffer, nullptr);
    if (!Wait()) return End();
    ::grpc::Slice whole;
    if (!buffer.DumpToSingleSlice(&whole).ok() ||
        !answer->ParseFromArray(whole.begin(),
                                static_cast<int>(whole.size()))) {
      return NotDescriptors(name);
    }
    return absl::OkStatus();
  }

 private:
  // For the end of the one operation under way.
  bool Wait() {
    void* tag = nullptr;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }

  absl::Status End() {
    if (ended_) return absl::OkStatus();
    ended_ = true;
    ::grpc::Status status;
    call_->Finish(&status, nullptr);
    (void)Wait();
    if (status.ok()) return absl::UnavailableError("the call ended early");
    return absl::Status(
        static_cast<absl::StatusCode>(status.error_code()),
        absl::StrCat("the server's reflection: ", status.error_message()));
  }

  ::grpc::GenericStub stub_;
  ::grpc::ClientContext context_;
  ::grpc::CompletionQueue queue_;
  std::unique_ptr<::grpc::GenericClientAsyncReaderWriter> call_;
  bool ended_ = false;
};

// The files that have arrived, by their names.
class Files {
 public:
  absl::Status Fetch(ReflectionCall& call, int field, const std::string& name) {
    UnknownFieldSet answer;
    const absl::Status asked = call.Ask(field, name, &answer);
    if (!asked.ok()) return asked;
    std::deque<UnknownFieldSet> errors;
    if (!GetMessages(answer, kError, &errors)) return NotDescriptors(name);
    if (!errors.empty()) return ErrorOf(errors[0], name);
    std::deque<UnknownFieldSet> lists;
    if (!GetMessages(answer, kFiles, &lists)) return NotDescriptors(name);
    const size_t before = files_.size();
    for (const UnknownFieldSet& list : lists) {
      if (!Add(list)) return NotDescriptors(name);
    }
    // An answer that adds nothing would be asked for again.
    return files_.size() == before ? NotDescriptors(name) : absl::OkStatus();
  }

  // A file that is imported and not there; "" if there is none.
  std::string Missing() const {
    for (const auto& [name, file] : files_) {
      for (const std::string& import : file.dependency()) {
        if (files_.count(import) == 0) return import;
      }
    }
    return "";
  }

  size_t size() const { return files_.size(); }

  FileDescriptorSet Sorted() const {
    FileDescriptorSet set;
    std::set<std::string> seen;
    for (const auto& [name, file] : files_) Append(file, &seen, &set);
    return set;
  }

 private:
  bool Add(const UnknownFieldSet& list) {
    for (int i = 0; i < list.field_count(); ++i) {
      const UnknownField& field = list.field(i);
      if (field.number() != kFileBytes ||
          field.type() != UnknownField::TYPE_LENGTH_DELIMITED) {
        continue;
      }
      FileDescriptorProto file;
      if (!file.ParseFromString(std::string(field.length_delimited()))) {
        return false;
      }
      const std::string name(file.name());
      files_.emplace(name, std::move(file));
    }
    return true;
  }

  void Append(const FileDescriptorProto& file, std::set<std::string>* seen,
              FileDescriptorSet* set) const {
    if (!seen->insert(std::string(file.name())).second) return;
    for (const std::string& import : file.dependency()) {
      Append(files_.at(import), seen, set);
    }
    *set->add_file() = file;
  }

  std::map<std::string, FileDescriptorProto> files_;
};

absl::StatusOr<FileDescriptorSet> FetchAll(ReflectionCall& call,
                                           const std::string& symbol) {
  Files files;
  absl::Status status = files.Fetch(call, kFileBySymbol, symbol);
  for (std::string import = files.Missing(); status.ok() && !import.empty();
       import = files.Missing()) {
    if (files.size() >= kMaxFiles) return NotDescriptors(symbol);
    status = files.Fetch(call, kFileByName, import);
  }
  if (!status.ok()) return status;
  return files.Sorted();
}

}  // namespace

absl::StatusOr<FileDescriptorSet> FilesFromServer(
    const std::shared_ptr<::grpc::Channel>& channel, const std::string& symbol,
    std::chrono::system_clock::time_point deadline) {
  absl::StatusOr<FileDescriptorSet> files =
      absl::UnimplementedError("no method");
  for (const char* method : kMethods) {
    ReflectionCall call(channel, deadline, method);
    files = FetchAll(call, symbol);
    if (!absl::IsUnimplemented(files.status())) break;
  }
  return files;
}

}  // namespace backwire
