// The program that the official conformance suite's runner talks to:
// `conformance_testee CODEC`. Requests come on standard input and responses go
// to standard output, each a protobuf message behind its size in four bytes,
// little-endian. Binary payloads go through the codec; JSON and text are turned
// into and out of messages by protobuf itself.
//
// At the input's end it says on standard error which codec the messages went
// through, and "testee: faulty" if that is not the one that it should be.
#include <cstdio>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "backwire/grpc/start.h"
#include "backwire/registry/codec_name.h"
#include "backwire/testing/conformance/seam_codec.h"
#include "conformance.pb.h"
#include "google/protobuf/test_messages_proto2.pb.h"
#include "google/protobuf/test_messages_proto3.pb.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/type_resolver_util.h"

namespace backwire::conformance {
namespace {

using ::conformance::ConformanceRequest;
using ::conformance::ConformanceResponse;
using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::Message;
using ::google::protobuf::MessageFactory;
using ::google::protobuf::TextFormat;
using ::google::protobuf::util::TypeResolver;

// protobuf knows the JSON forms of its own types by this one only.
constexpr char kUrlPrefix[] = "type.googleapis.com";

TypeResolver* Resolver() {
  static TypeResolver* const resolver =
      ::google::protobuf::util::NewTypeResolverForDescriptorPool(
          kUrlPrefix, DescriptorPool::generated_pool());
  return resolver;
}

std::string UrlOf(const Message& msg) {
  return absl::StrCat(kUrlPrefix, "/", std::string(msg.GetTypeName()));
}

class Testee {
 public:
  ConformanceResponse Answer(const ConformanceRequest& request) {
    ConformanceResponse response;
    // The first request asks for tests that are known to fail: the lists that
    // the runner was given have them all.
    if (request.message_type() == "conformance.FailureSet") {
      response.set_protobuf_payload("");
      return response;
    }
    const Descriptor* const type =
        DescriptorPool::generated_pool()->FindMessageTypeByName(
            request.message_type());
    if (type == nullptr) {
      response.set_runtime_error("unknown type " + request.message_type());
      return response;
    }
    const std::unique_ptr<Message> msg(
        MessageFactory::generated_factory()->GetPrototype(type)->New());
    if (Read(request, msg.get(), &response)) Write(request, *msg, &response);
    return response;
  }

  bool Report() const { return codec_.Report(); }

 private:
  // These return false if they have set the response.

  bool Read(const ConformanceRequest& request, Message* msg,
            ConformanceResponse* response) {
    switch (request.payload_case()) {
      case ConformanceRequest::kProtobufPayload:
        return ReadBinary(request.protobuf_payload(), msg, response);
      case ConformanceRequest::kJsonPayload:
        return ReadJson(request, msg, response);
      case ConformanceRequest::kTextPayload:
        if (TextFormat::ParseFromString(request.text_payload(), msg)) {
          return true;
        }
        response->set_parse_error("the text cannot be parsed");
        return false;
      case ConformanceRequest::kJspbPayload:
        response->set_skipped("C++ has no JSPB");
        return false;
      case ConformanceRequest::PAYLOAD_NOT_SET:
        break;
    }
    response->set_runtime_error("a request without a payload");
    return false;
  }

  bool ReadBinary(const std::string& bytes, Message* msg,
                  ConformanceResponse* response) {
    switch (codec_.Decode(bytes, msg)) {
      case Verdict::kAccepted:
        return true;
      case Verdict::kRefused:
        response->set_parse_error("the codec refuses the bytes");
        return false;
      case Verdict::kDependsOnCuts:
        break;
    }
    response->set_runtime_error("cut in slices, the bytes are read otherwise");
    return false;
  }

  bool ReadJson(const ConformanceRequest& request, Message* msg,
                ConformanceResponse* response) {
    ::google::protobuf::util::JsonParseOptions options;
    options.ignore_unknown_fields =
        request.test_category() ==
        ::conformance::JSON_IGNORE_UNKNOWN_PARSING_TEST;
    std::string bytes;
    const auto status = ::google::protobuf::util::JsonToBinaryString(
        Resolver(), UrlOf(*msg), request.json_payload(), &bytes, options);
    if (status.ok()) return ReadBinary(bytes, msg, response);
    response->set_parse_error(std::string(status.message()));
    return false;
  }

  void Write(const ConformanceRequest& request, const Message& msg,
             ConformanceResponse* response) {
    switch (request.requested_output_format()) {
      case ::conformance::PROTOBUF:
        if (!codec_.Encode(msg, response->mutable_protobuf_payload())) {
          response->set_serialize_error("the codec cannot encode the message");
        }
        return;
      case ::conformance::JSON:
        WriteJson(msg, response);
        return;
      case ::conformance::TEXT_FORMAT: {
        TextFormat::Printer printer;
        printer.SetHideUnknownFields(!request.print_unknown_fields());
        if (!printer.PrintToString(msg, response->mutable_text_payload())) {
          response->set_serialize_error("the message cannot be printed");
        }
        return;
      }
      case ::conformance::JSPB:
        response->set_skipped("C++ has no JSPB");
        return;
      default:
        response->set_runtime_error("a request for an unknown format");
    }
  }

  void WriteJson(const Message& msg, ConformanceResponse* response) {
    std::string bytes;
    std::string json;
    if (!codec_.Encode(msg, &bytes)) {
      response->set_serialize_error("the codec cannot encode the message");
      return;
    }
    const auto status = ::google::protobuf::util::BinaryToJsonString(
        Resolver(), UrlOf(msg), bytes, &json);
    if (status.ok()) {
      response->set_json_payload(json);
    } else {
      response->set_serialize_error(std::string(status.message()));
    }
  }

  SeamCodec codec_;
};

// One message from standard input; false at its end.
bool ReadRequest(ConformanceRequest* request) {
  uint32_t size_bytes;
  if (std::fread(&size_bytes, sizeof(size_bytes), 1, stdin) != 1) return false;
  std::string bytes(size_bytes, '\0');
  return std::fread(bytes.data(), 1, bytes.size(), stdin) == bytes.size() &&
         request->ParseFromString(bytes);
}

bool WriteResponse(const ConformanceResponse& response) {
  const std::string bytes = response.SerializeAsString();
  const auto size_bytes = static_cast<uint32_t>(bytes.size());
  return std::fwrite(&size_bytes, sizeof(size_bytes), 1, stdout) == 1 &&
         std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() &&
         std::fflush(stdout) == 0;
}

int Run(const std::string& codec) {
  if (!ParseCodecName(codec).has_value()) {
    std::fprintf(stderr, "testee: faulty: the codecs are %s\n",
                 ValidCodecNames().c_str());
    return 2;
  }
  StartOptions options;
  options.codec = codec;
  options.parity_sample_rate = 1;
  const absl::Status status = Start(options);
  if (!status.ok()) {
    std::fprintf(stderr, "testee: faulty: %s\n", status.ToString().c_str());
    return 1;
  }
  Testee testee;
  ConformanceRequest request;
  while (ReadRequest(&request)) {
    if (!WriteResponse(testee.Answer(request))) return 1;
  }
  if (testee.Report()) return 0;
  std::fprintf(stderr,
               "testee: faulty: the codec's counters do not show "
               "these messages\n");
  return 1;
}

}  // namespace
}  // namespace backwire::conformance

int main(int argc, char** argv) {
  // The generated pool must know the messages, which nothing else names.
  ::google::protobuf::LinkMessageReflection<
      ::protobuf_test_messages::proto2::TestAllTypesProto2>();
  ::google::protobuf::LinkMessageReflection<
      ::protobuf_test_messages::proto3::TestAllTypesProto3>();
  // The runner passes the program's path once more before its arguments.
  return backwire::conformance::Run(argc > 1 ? argv[argc - 1] : "");
}
