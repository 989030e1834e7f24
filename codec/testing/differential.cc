#include "backwire/testing/differential.h"

#include <algorithm>
#include <utility>

#include "backwire/testing/wire_text.h"
#include "backwire/wire/chain_source.h"
#include "backwire/wire/span_source.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileOptions;
using ::google::protobuf::Message;
using ::google::protobuf::MessageFactory;
using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

uint64_t g_checks = 0;

const Message* PrototypeOf(const Descriptor* type) {
  return MessageFactory::generated_factory()->GetPrototype(type);
}

std::vector<TestedType> FindAll() {
  std::vector<TestedType> types;
  for (const TypeCodec* codec : RegisteredTypeCodecs()) {
    const Descriptor* const type =
        DescriptorPool::generated_pool()->FindMessageTypeByName(
            codec->full_name);
    types.push_back({codec, PrototypeOf(type), TwinOf(type), nullptr});
  }
  std::sort(types.begin(), types.end(),
            [](const TestedType& a, const TestedType& b) {
              return std::string_view(a.codec->full_name) < b.codec->full_name;
            });
  return types;
}

std::vector<TestedType>& TestedTypes() {
  static auto* const types = new std::vector<TestedType>;
  return *types;
}

std::set<std::string>& LeftOut() {
  static auto* const names = new std::set<std::string>;
  return *names;
}

// Hands out blocks of 1 to `max_bytes` bytes, or of what is asked for, so that
// every step of a writer meets a border.
class TinyBlocks final : public wire::BlockSource {
 public:
  explicit TinyBlocks(size_t max_bytes) : max_bytes_(max_bytes) {}

  wire::Block NextBlock(size_t min_bytes, size_t written_bytes) override {
    if (written_bytes != bytes_.size()) consistent_ = false;
    size_ = std::max(min_bytes, 1 + blocks_++ % max_bytes_);
    memory_.reset(new uint8_t[size_]);
    return {memory_.get(), memory_.get() + size_};
  }
  void CloseBlock(uint8_t* first_used) override {
    bytes_.insert(bytes_.begin(), first_used, memory_.get() + size_);
  }

  // The message; empty if the writer's count was ever wrong.
  std::string message() const {
    return consistent_ ? std::string(bytes_.begin(), bytes_.end()) : "";
  }

 private:
  size_t max_bytes_;
  size_t blocks_ = 0;
  size_t size_ = 0;
  bool consistent_ = true;
  std::unique_ptr<uint8_t[]> memory_;
  std::vector<uint8_t> bytes_;
};

size_t EncodeTo(const TestedType& type, const Message& msg, bool deterministic,
                wire::BlockSource* source) {
  ++g_checks;
  wire::BackwardWriter writer(source, deterministic);
  return writer.Finish(type.codec->encode(msg, writer.Begin(), writer));
}

// Compares and, on a difference, shows both in hex from there on.
AssertionResult SameBytes(std::string_view what, std::string_view expected,
                          std::string_view actual) {
  if (expected == actual) return AssertionSuccess();
  const size_t same =
      static_cast<size_t>(std::mismatch(expected.begin(), expected.end(),
                                        actual.begin(), actual.end())
                              .first -
                          expected.begin());
  const size_t from = same < 8 ? 0 : same - 8;
  return AssertionFailure()
         << what << ": bytes differ at " << same << "\n  stock ("
         << expected.size() << " bytes) ..." << HexOf(expected.substr(from, 64))
         << "\n  generated (" << actual.size() << " bytes) ..."
         << HexOf(actual.substr(from, 64));
}

AssertionResult FillsSpan(const TestedType& type, const Message& msg,
                          const std::string& expected) {
  const size_t size = expected.size();
  std::unique_ptr<uint8_t[]> memory(new uint8_t[size]);
  wire::SpanSource exact(memory.get(), memory.get() + size);
  if (EncodeTo(type, msg, true, &exact) != size) {
    return AssertionFailure() << "exact span: wrong size";
  }
  if (exact.message() != memory.get()) {
    return AssertionFailure() << "exact span: the message does not fit";
  }
  const std::string_view written(reinterpret_cast<char*>(memory.get()), size);
  AssertionResult same = SameBytes("exact span", expected, written);
  if (!same || size == 0) return same;

  memory.reset(new uint8_t[size - 1]);
  wire::SpanSource small(memory.get(), memory.get() + size - 1);
  if (EncodeTo(type, msg, true, &small) != size) {
    return AssertionFailure() << "span too small: wrong size";
  }
  if (small.message() != nullptr) {
    return AssertionFailure() << "span too small: seemed to fit";
  }
  return AssertionSuccess();
}

AssertionResult ParsesBack(const TestedType& type, const Message& msg,
                           const std::string& expected) {
  const std::string bytes = GeneratedBytes(type, msg, false);
  const std::unique_ptr<Message> back = type.NewForStock();
  if (!StockMerge(bytes, back.get())) {
    return AssertionFailure() << "default mode: stock cannot parse the bytes";
  }
  return SameBytes("default mode, parsed back", expected, StockBytes(*back));
}

}  // namespace

const Message* TwinOf(const Descriptor* type) {
  const auto* const file = type->file();
  if (file->options().optimize_for() != FileOptions::CODE_SIZE) return nullptr;
  const std::string package(file->package());
  const std::string twin =
      package + "_twin" + std::string(type->full_name()).substr(package.size());
  const Descriptor* const found =
      DescriptorPool::generated_pool()->FindMessageTypeByName(twin);
  return found == nullptr ? nullptr : PrototypeOf(found);
}

const std::vector<TestedType>& AllTestedTypes() {
  if (TestedTypes().empty()) TestedTypes() = FindAll();
  return TestedTypes();
}

void SetTestedTypes(std::vector<TestedType> types,
                    std::set<std::string> left_out) {
  TestedTypes() = std::move(types);
  LeftOut() = std::move(left_out);
}

const std::set<std::string>& TypesLeftOut() { return LeftOut(); }

const TestedType* FindTestedType(std::string_view full_name) {
  for (const TestedType& type : AllTestedTypes()) {
    if (full_name == type.codec->full_name) return &type;
  }
  return nullptr;
}

std::string StockBytes(const Message& msg, bool deterministic) {
  std::string bytes;
  ::google::protobuf::io::StringOutputStream stream(&bytes);
  ::google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(deterministic);
  (void)msg.SerializePartialToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

bool StockMerge(std::string_view bytes, Message* msg) {
  ::google::protobuf::io::ArrayInputStream stream(
      bytes.data(), static_cast<int>(bytes.size()));
  ::google::protobuf::io::CodedInputStream coded(&stream);
  return msg->MergePartialFromCodedStream(&coded) &&
         coded.ConsumedEntireMessage();
}

std::string GeneratedBytes(const TestedType& type, const Message& msg,
                           bool deterministic) {
  wire::ChainSource source(16);
  EncodeTo(type, msg, deterministic, &source);
  std::string bytes;
  source.AppendTo(&bytes);
  return bytes;
}

bool GeneratedMerge(const TestedType& type, std::string_view bytes,
                    const Cuts& cuts, Message* msg, wire::DecodeError* error) {
  ++g_checks;
  if (type.merge != nullptr) return type.merge(type, bytes, cuts, msg, error);
  PieceSource source(bytes, cuts);
  wire::WireReader reader(&source, bytes.size());
  const char* ptr = reader.Begin();
  if (ptr != nullptr) ptr = type.codec->decode(*msg, ptr, reader);
  const bool accepted = reader.Finish(ptr) != nullptr;
  if (error != nullptr) *error = reader.error();
  return accepted;
}

AssertionResult EncodesAsStock(const TestedType& type, const Message& msg) {
  const std::string expected = StockBytes(msg);
  AssertionResult result =
      SameBytes("chain", expected, GeneratedBytes(type, msg));
  if (result) result = FillsSpan(type, msg, expected);
  for (const size_t max_bytes : {1, 5, 16, 64}) {
    if (!result) break;
    TinyBlocks blocks(max_bytes);
    EncodeTo(type, msg, true, &blocks);
    result = SameBytes("tiny blocks", expected, blocks.message());
  }
  if (result) result = ParsesBack(type, msg, expected);
  if (result) return result;
  return result << "\n  type " << type.codec->full_name << "\n  message "
                << msg.ShortDebugString().substr(0, 400);
}

ExpectedDecode::ExpectedDecode(const TestedType& type, std::string bytes,
                               std::string_view base)
    : type_(type), bytes_(std::move(bytes)), base_(base) {
  const std::unique_ptr<Message> msg = type_.NewForStock();
  StockMerge(base_, msg.get());
  accepted_ = StockMerge(bytes_, msg.get());
  if (accepted_) message_ = StockBytes(*msg);
}

AssertionResult ExpectedDecode::Holds(const Cuts& cuts) const {
  const std::unique_ptr<Message> msg = type_.New();
  StockMerge(base_, msg.get());
  wire::DecodeError error;
  const bool accepted = GeneratedMerge(type_, bytes_, cuts, msg.get(), &error);
  AssertionResult result = AssertionSuccess();
  if (accepted != accepted_) {
    result = AssertionFailure()
             << (accepted_ ? "stock accepts, generated refuses: "
                           : "stock refuses, generated accepts: ")
             << wire::Describe(error.kind) << " at byte " << error.offset_bytes
             << ", field " << error.field_number;
  } else if (accepted) {
    result = SameBytes("decoded message", message_, StockBytes(*msg));
  } else if (error.kind == wire::DecodeErrorKind::kNone) {
    result = AssertionFailure() << "refused without an error";
  } else if (error.offset_bytes > bytes_.size()) {
    // An error may stand at most at the input's end.
    result = AssertionFailure()
             << "error beyond the input: byte " << error.offset_bytes;
  }
  if (result) return result;
  result << "\n  type " << type_.codec->full_name << "\n  input ("
         << bytes_.size() << " bytes) " << HexOf(bytes_.substr(0, 300));
  if (!base_.empty()) result << "\n  into " << HexOf(base_.substr(0, 100));
  result << "\n  cut at";
  for (size_t i = 0; i < cuts.size() && i < 20; ++i) result << " " << cuts[i];
  return result;
}

AssertionResult ExpectedDecode::HoldsForAllCuts(size_t max_cuts) const {
  AssertionResult result = Holds({});
  const size_t step = 1 + bytes_.size() / max_cuts;
  for (size_t cut = 0; result && cut <= bytes_.size(); cut += step) {
    result = Holds({cut});
  }
  for (const size_t piece : {1, 2, 3, 7, 16, 17}) {
    if (!result) break;
    result = Holds(EveryBytes(bytes_.size(), piece));
  }
  return result;
}

uint64_t ChecksDone() { return g_checks; }

}  // namespace backwire::testing
