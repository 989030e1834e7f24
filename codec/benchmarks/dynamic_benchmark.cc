// Parsing the reference response without generated code: into a view by a table
// that is made at run time, and into protobuf's DynamicMessage. Names are
// Decode/candidates/size/path/codec:
//   dynamic           parsing alone
//   dynamic_read_all  and then reading every string
#include <cstdlib>
#include <memory>
#include <string>

#include "backwire/benchmarks/candidates_shapes.h"
#include "backwire/benchmarks/text_reader.h"
#include "backwire/dynamic/layouts.h"
#include "backwire/view/parsed_message.h"
#include "benchmark/benchmark.h"
#include "candidates/v1/candidates.pb.h"
#include "google/protobuf/dynamic_message.h"

namespace backwire::benchmarks {
namespace {

using ::candidates::v1::Candidate;
using ::candidates::v1::GenerateResponse;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using view::EntryRef;
using view::FieldLayout;
using view::MessageRef;

struct Handles {
  const FieldLayout& candidates;
  const FieldLayout& id;
  const FieldLayout& metadata;
};

const Handles& ResponseHandles() {
  static const auto* const handles = [] {
    const view::MessageLayout* const response =
        dynamic::LayoutOfLinkedType(GenerateResponse::descriptor());
    const view::MessageLayout* const candidate =
        dynamic::LayoutOfLinkedType(Candidate::descriptor());
    return new Handles{
        *response->Find(GenerateResponse::kCandidatesFieldNumber),
        *candidate->Find(Candidate::kIdFieldNumber),
        *candidate->Find(Candidate::kMetadataFieldNumber)};
  }();
  return *handles;
}

void ReadView(const MessageRef& response) {
  const Handles& handles = ResponseHandles();
  TextReader reader;
  for (const MessageRef candidate : response.GetMessages(handles.candidates)) {
    reader.Read(candidate.GetString(handles.id));
    for (const EntryRef entry : candidate.GetMap(handles.metadata)) {
      reader.Read(entry.GetKeyString());
      reader.Read(entry.GetValueString());
    }
  }
}

void ReadStock(const GenerateResponse& response) {
  TextReader reader;
  for (const Candidate& candidate : response.candidates()) {
    reader.Read(candidate.id());
    for (const auto& [key, value] : candidate.metadata()) {
      reader.Read(key);
      reader.Read(value);
    }
  }
}

void ReadDynamic(const Message& response) {
  const Reflection& reflection = *response.GetReflection();
  const auto* const candidates = response.GetDescriptor()->FindFieldByNumber(
      GenerateResponse::kCandidatesFieldNumber);
  const auto* const id =
      candidates->message_type()->FindFieldByNumber(Candidate::kIdFieldNumber);
  const auto* const metadata = candidates->message_type()->FindFieldByNumber(
      Candidate::kMetadataFieldNumber);
  const auto* const key = metadata->message_type()->map_key();
  const auto* const value = metadata->message_type()->map_value();
  TextReader reader;
  std::string scratch;
  for (int i = 0; i < reflection.FieldSize(response, candidates); ++i) {
    const Message& candidate =
        reflection.GetRepeatedMessage(response, candidates, i);
    const Reflection& inner = *candidate.GetReflection();
    reader.Read(inner.GetStringReference(candidate, id, &scratch));
    for (int j = 0; j < inner.FieldSize(candidate, metadata); ++j) {
      const Message& entry = inner.GetRepeatedMessage(candidate, metadata, j);
      const Reflection& entries = *entry.GetReflection();
      reader.Read(entries.GetStringReference(entry, key, &scratch));
      reader.Read(entries.GetStringReference(entry, value, &scratch));
    }
  }
}

void RegisterTable(const Shape& shape) {
  const auto parsed = std::make_shared<view::ParsedMessage>(
      *dynamic::LayoutOfLinkedType(GenerateResponse::descriptor()));
  const auto parse = [parsed](const Input& input) {
    if (!parsed->Parse(input.bytes.data(), input.bytes.size())) std::abort();
    benchmark::ClobberMemory();
  };
  shape.Register("Decode", "dynamic", "table", parse);
  shape.Register("Decode", "dynamic_read_all", "table",
                 [parsed, parse](const Input& input) {
                   parse(input);
                   ReadView(parsed->message());
                 });
}

void RegisterDynamicMessage(const Shape& shape) {
  static auto* const factory = new ::google::protobuf::DynamicMessageFactory;
  const Message* const prototype =
      factory->GetPrototype(GenerateResponse::descriptor());
  const auto parse = [prototype](const Input& input) {
    std::unique_ptr<Message> message(prototype->New());
    if (!message->ParseFromString(input.bytes)) std::abort();
    return message;
  };
  shape.Register("Decode", "dynamic", "DynamicMessage",
                 [parse](const Input& input) {
                   benchmark::DoNotOptimize(parse(input).get());
                 });
  shape.Register("Decode", "dynamic_read_all", "DynamicMessage",
                 [parse](const Input& input) { ReadDynamic(*parse(input)); });
}

const bool registered = [] {
  for (const Shape& shape : CandidatesShapes()) {
    RegisterTable(shape);
    RegisterDynamicMessage(shape);
    shape.Register("Decode", "read_all", "stock", [](const Input& input) {
      GenerateResponse response;
      if (!response.ParseFromString(input.bytes)) std::abort();
      ReadStock(response);
    });
  }
  return true;
}();

}  // namespace
}  // namespace backwire::benchmarks
