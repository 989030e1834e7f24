#include "backwire/benchmarks/cases.h"

#include <grpcpp/support/byte_buffer.h>

#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "backwire/benchmarks/codecs.h"
#include "benchmark/benchmark.h"
#include "google/protobuf/arena.h"

namespace backwire::benchmarks {
namespace {

using ::google::protobuf::Message;

void RegisterEncode(const Shape& shape, const Codec& codec) {
  shape.Register("Encode", "seam", codec.name, [&codec](const Input& input) {
    ::grpc::ByteBuffer buffer;
    codec.encode_seam(*input.message, &buffer);
    benchmark::DoNotOptimize(buffer);
  });
  shape.Register("Encode", "array", codec.name,
                 [&codec, memory = std::make_shared<std::vector<uint8_t>>()](
                     const Input& input) {
                   if (memory->size() < input.bytes.size()) {
                     memory->resize(input.bytes.size());
                   }
                   codec.encode_array(input.entry, *input.message,
                                      memory->data(), input.bytes.size());
                   benchmark::ClobberMemory();
                 });
}

void RegisterDecode(const Shape& shape, const Codec& codec) {
  shape.Register("Decode", "heap", codec.name, [&codec](const Input& input) {
    const std::unique_ptr<Message> message(input.message->New());
    codec.decode_array(input.entry, input.bytes, message.get());
    benchmark::DoNotOptimize(*message);
  });
  shape.Register("Decode", "arena", codec.name, [&codec](const Input& input) {
    ::google::protobuf::Arena arena;
    Message* const message = input.message->New(&arena);
    codec.decode_array(input.entry, input.bytes, message);
    benchmark::DoNotOptimize(*message);
  });
  shape.Register(
      "Decode", "reused", codec.name,
      [&codec, message = std::make_shared<std::unique_ptr<Message>>()](
          const Input& input) {
        if (*message == nullptr) message->reset(input.message->New());
        codec.decode_array(input.entry, input.bytes, message->get());
        benchmark::DoNotOptimize(**message);
      });
  shape.Register("Decode", "seam", codec.name, [&codec](const Input& input) {
    ::grpc::ByteBuffer buffer = InTransportSlices(input.bytes);
    const std::unique_ptr<Message> message(input.message->New());
    codec.decode_seam(&buffer, message.get());
    benchmark::DoNotOptimize(*message);
  });
}

}  // namespace

const Input& Shape::input() const {
  if (state_->input == nullptr) {
    state_->input = std::make_unique<Input>(state_->make());
  }
  return *state_->input;
}

void Shape::Register(const std::string& op, const std::string& path,
                     const std::string& codec, const Body& body) const {
  Cases().push_back({absl::StrCat(op, "/", state_->name, "/", state_->size, "/",
                                  path, "/", codec),
                     *this, body});
}

void Shape::RegisterCodecs() const {
  for (const Codec& codec : Codecs()) {
    RegisterEncode(*this, codec);
    RegisterDecode(*this, codec);
  }
}

void Shape::RegisterStock() const {
  const Codec& stock = Codecs().front();
  RegisterEncode(*this, stock);
  RegisterDecode(*this, stock);
}

void Shape::RegisterCalls(const std::string& codec) const {
  Register("Encode", "call", codec, [](const Input& input) {
    ::grpc::ByteBuffer buffer;
    EncodeByCall(*input.message, &buffer);
    benchmark::DoNotOptimize(buffer);
  });
  Register("Decode", "call", codec, [](const Input& input) {
    ::grpc::ByteBuffer buffer = InTransportSlices(input.bytes);
    const std::unique_ptr<Message> message(input.message->New());
    DecodeByCall(&buffer, message.get());
    benchmark::DoNotOptimize(*message);
  });
}

void Shape::RegisterCopy() const {
  Register("Floor", "memcpy", "none",
           [memory = std::make_shared<std::string>()](const Input& input) {
             memory->resize(input.bytes.size());
             std::memcpy(memory->data(), input.bytes.data(),
                         input.bytes.size());
             benchmark::ClobberMemory();
           });
}

std::vector<Case>& Cases() {
  static auto* const cases = new std::vector<Case>;
  return *cases;
}

}  // namespace backwire::benchmarks
