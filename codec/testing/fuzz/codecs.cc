#include "backwire/testing/fuzz/codecs.h"

#include <memory>
#include <unordered_map>

#include "backwire/reflective/decode.h"
#include "backwire/reflective/encode.h"
#include "backwire/testing/fuzz/view_codecs.h"
#include "backwire/wire/wire_reader.h"
#include "google/protobuf/arena.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace backwire::fuzz {
namespace {

using ::google::protobuf::Arena;
using ::google::protobuf::Message;
using ::google::protobuf::io::CodedInputStream;
using ::google::protobuf::io::CodedOutputStream;
using ::google::protobuf::io::StringOutputStream;

// An arena that starts in the same memory for each message.
class ReusedArena {
 public:
  Arena* Renew() {
    arena_.reset();
    arena_.reset(new Arena(block_, sizeof(block_)));
    return arena_.get();
  }

 private:
  alignas(8) char block_[64 << 10];
  std::unique_ptr<Arena> arena_;
};

// Runs `decode(msg, ptr, reader)` over the input and keeps what it made.
template <class Decode>
void DecodeIntoMessage(const FuzzType& type, const SlicedInput& input,
                       Memory memory, Decoded* decoded, Decode&& decode) {
  Message* const msg = EmptyMessage(*type.prototype, memory);
  const auto run = [&](wire::WireReader& reader) {
    const char* ptr = reader.Begin();
    if (ptr != nullptr) ptr = decode(*msg, ptr, reader);
    decoded->accepted = reader.Finish(ptr) != nullptr;
    decoded->error = reader.error();
  };
  if (input.whole() != nullptr) {
    wire::WireReader reader(input.whole(), input.size_bytes());
    run(reader);
  } else {
    SlicedSource source(input);
    wire::WireReader reader(&source, input.size_bytes());
    run(reader);
  }
  if (!decoded->accepted) return;
  WriteByStock(*msg, true, &decoded->bytes);
  decoded->msg = msg;
}

bool CoversGenerated(const FuzzType& type) { return type.generated != nullptr; }
bool CoversReflective(const FuzzType& type) { return type.reflective; }

void DecodeGenerated(const FuzzType& type, const SlicedInput& input,
                     Memory memory, Decoded* decoded) {
  DecodeIntoMessage(type, input, memory, decoded, type.generated->decode);
}

void DecodeReflective(const FuzzType& type, const SlicedInput& input,
                      Memory memory, Decoded* decoded) {
  DecodeIntoMessage(type, input, memory, decoded,
                    &reflective::DecodeReflective);
}

uint8_t* EncodeGenerated(const FuzzType& type, const Message& msg,
                         uint8_t* cursor, wire::BackwardWriter& writer) {
  return type.generated->encode(msg, cursor, writer);
}

// It writes forward, so the writer takes the finished bytes.
uint8_t* EncodeReflective(const FuzzType&, const Message& msg, uint8_t* cursor,
                          wire::BackwardWriter& writer) {
  static auto* const bytes = new std::vector<uint8_t>;
  const reflective::Encoder encoder(msg, writer.deterministic());
  bytes->resize(encoder.size_bytes() + 1);
  if (!encoder.WriteToArray(bytes->data())) return cursor;
  return writer.WriteBytes(cursor, bytes->data(), encoder.size_bytes());
}

}  // namespace

const std::vector<Decoder>& Decoders() {
  static const auto* const decoders = new std::vector<Decoder>{
      {"generated", &CoversGenerated, &DecodeGenerated},
      {"reflective", &CoversReflective, &DecodeReflective},
      {"view", &CoversView, &DecodeView},
      {"dynamic", &CoversDynamic, &DecodeDynamic},
  };
  return *decoders;
}

const std::vector<Encoder>& Encoders() {
  static const auto* const encoders = new std::vector<Encoder>{
      {"generated", &CoversGenerated, &EncodeGenerated},
      {"reflective", &CoversReflective, &EncodeReflective},
      {"dynamic", &CoversDynamic, &EncodeDynamic},
      {"builder", &CoversBuilder, &EncodeByBuilder},
  };
  return *encoders;
}

Message* EmptyMessage(const Message& prototype, Memory memory) {
  static auto* const kept =
      new std::unordered_map<const Message*, std::unique_ptr<Message>>;
  static auto* const arena = new ReusedArena;
  if (memory == Memory::kArena) return prototype.New(arena->Renew());
  std::unique_ptr<Message>& msg = (*kept)[&prototype];
  if (msg == nullptr || memory == Memory::kFresh) {
    msg.reset(prototype.New());
  } else {
    msg->Clear();
  }
  return msg.get();
}

void WriteByStock(const Message& msg, bool deterministic, std::string* out) {
  out->clear();
  StringOutputStream stream(out);
  CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(deterministic);
  (void)msg.SerializePartialToCodedStream(&coded);
}

bool ReadByStock(std::string_view bytes, Message* msg) {
  CodedInputStream coded(reinterpret_cast<const uint8_t*>(bytes.data()),
                         static_cast<int>(bytes.size()));
  return msg->MergePartialFromCodedStream(&coded) &&
         coded.ConsumedEntireMessage();
}

}  // namespace backwire::fuzz
