#include "backwire/reflective/reflective_test_types.h"

#include <cstdlib>
#include <memory>
#include <string>

#include "backwire/reflective/decode.h"
#include "backwire/reflective/encode.h"
#include "backwire/reflective/field_rules.h"
#include "backwire/testing/test_types.h"
#include "google/protobuf/descriptor.pb.h"
#include "testdata/extensions.pb.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::MessageFactory;
using ::google::protobuf::MessageLite;
using testing::TestedType;

// The comparison has a backward writer, which takes the finished bytes.
uint8_t* Encode(const MessageLite& msg, uint8_t* cursor,
                wire::BackwardWriter& writer) {
  const Encoder encoder(static_cast<const Message&>(msg),
                        writer.deterministic());
  std::unique_ptr<uint8_t[]> bytes(new uint8_t[encoder.size_bytes()]);
  if (!encoder.WriteToArray(bytes.get())) return cursor;
  return writer.WriteBytes(cursor, bytes.get(), encoder.size_bytes());
}

const char* Decode(MessageLite& msg, const char* ptr,
                   wire::WireReader& reader) {
  return DecodeReflective(static_cast<Message&>(msg), ptr, reader);
}

struct NamedCodec : TypeCodec {
  std::string name;
};

// Stock itself works by reflection on messages that are compiled for size, and
// writes broken bytes for maps that were filled through it.
bool HasOracle(const FileDescriptor* file) {
  return file->options().optimize_for() !=
         google::protobuf::FileOptions::CODE_SIZE;
}

void AddType(const Descriptor* descriptor, std::vector<TestedType>* types) {
  if (descriptor->options().map_entry()) return;
  for (int i = 0; i < descriptor->nested_type_count(); ++i) {
    AddType(descriptor->nested_type(i), types);
  }
  if (!CanReflect(descriptor) || !HasOracle(descriptor->file())) return;
  const Message* const prototype =
      MessageFactory::generated_factory()->GetPrototype(descriptor);
  auto* const codec = new NamedCodec;
  codec->name = std::string(descriptor->full_name());
  codec->type = &typeid(*prototype);
  codec->full_name = codec->name.c_str();
  codec->has_required_fields = false;
  codec->encode = &Encode;
  codec->decode = &Decode;
  types->push_back({codec, prototype, nullptr, nullptr});
}

std::vector<TestedType> AllTypes() {
  std::vector<const FileDescriptor*> files = testing::TestFiles();
  files.push_back(testdata::Extended::descriptor()->file());
  files.push_back(google::protobuf::MessageOptions::descriptor()->file());
  std::vector<TestedType> types;
  for (const FileDescriptor* file : files) {
    for (int i = 0; i < file->message_type_count(); ++i) {
      AddType(file->message_type(i), &types);
    }
  }
  return types;
}

}  // namespace

const std::vector<TestedType>& ReflectedTypes() {
  static const auto* const types = new std::vector<TestedType>(AllTypes());
  return *types;
}

const TestedType& ReflectedType(std::string_view full_name) {
  for (const TestedType& type : ReflectedTypes()) {
    if (full_name == type.codec->full_name) return type;
  }
  ADD_FAILURE() << "no such type: " << full_name;
  std::abort();
}

}  // namespace backwire::reflective
