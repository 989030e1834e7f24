#include "backwire/testing/fuzz/view_codecs.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "backwire/builder/memory_outputs.h"
#include "backwire/dynamic/layouts.h"
#include "backwire/testing/builder_walk.h"
#include "backwire/testing/tiny_output.h"
#include "backwire/testing/view_comparison.h"
#include "backwire/view/encode.h"
#include "backwire/view/parsed_message.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::fuzz {
namespace {

using ::google::protobuf::Message;
using view::MessageLayout;
using view::ParsedMessage;

constexpr view::ParseOptions kPartial = {/*check_required=*/false};

// The pieces of an input, which says whether they were let go.
class HeldPieces final : public view::HeldInput {
 public:
  explicit HeldPieces(const SlicedInput& input) : source_(input) {}
  bool Next(const char** data, size_t* size_bytes) override {
    return source_.Next(data, size_bytes);
  }
  void Release() override { ++releases_; }
  int releases() const { return releases_; }

 private:
  SlicedSource source_;
  int releases_ = 0;
};

const MessageLayout& DynamicLayoutOf(const FuzzType& type) {
  return *dynamic::LayoutOfLinkedType(type.prototype->GetDescriptor());
}

// One that is used again for each input, a new one, or one that is moved.
ParsedMessage& EmptyView(const MessageLayout& layout, Memory memory) {
  static auto* const kept =
      new std::unordered_map<const MessageLayout*,
                             std::unique_ptr<ParsedMessage>>;
  std::unique_ptr<ParsedMessage>& parsed = (*kept)[&layout];
  if (parsed == nullptr || memory == Memory::kFresh) {
    parsed = std::make_unique<ParsedMessage>(layout);
  }
  return *parsed;
}

// Copies the view out to stock's class and keeps what that writes. `compare`
// says what else is wrong.
template <class Compare>
void Keep(const FuzzType& type, const ParsedMessage& parsed, Decoded* decoded,
          Compare&& compare) {
  std::string encoded;
  parsed.message().AppendEncoded(/*deterministic=*/true, &encoded);
  Message* const msg = EmptyMessage(*type.oracle, Memory::kReused);
  if (!ReadByStock(encoded, msg)) {
    // Of some messages stock itself writes what it refuses.
    decoded->bytes = encoded;
    return;
  }
  WriteByStock(*msg, true, &decoded->bytes);
  if (!type.has_twin()) {
    if (decoded->bytes != encoded) {
      decoded->problem = "the view's bytes are not in canonical form";
    } else {
      decoded->problem = compare(*msg);
    }
  }
}

template <class Compare>
void DecodeBy(const MessageLayout& layout, const FuzzType& type,
              const SlicedInput& input, Memory memory, Decoded* decoded,
              Compare&& compare) {
  ParsedMessage* parsed = &EmptyView(layout, memory);
  HeldPieces pieces(input);
  decoded->accepted = parsed->Parse(&pieces, kPartial);
  decoded->error = parsed->error();
  ParsedMessage moved(layout);
  if (memory == Memory::kArena) {
    moved = std::move(*parsed);
    parsed = &moved;
  }
  if (decoded->accepted) {
    Keep(type, *parsed, decoded,
         [&](const Message& msg) { return compare(*parsed, msg); });
  }
  parsed->Clear();
  if (pieces.releases() != 1) decoded->problem = "the input was not released";
}

}  // namespace

bool CoversView(const FuzzType& type) { return type.view_layout != nullptr; }

void DecodeView(const FuzzType& type, const SlicedInput& input, Memory memory,
                Decoded* decoded) {
  DecodeBy(*type.view_layout, type, input, memory, decoded,
           [](const ParsedMessage&, const Message&) { return std::string(); });
}

bool CoversDynamic(const FuzzType& type) { return type.has_oracle; }

void DecodeDynamic(const FuzzType& type, const SlicedInput& input,
                   Memory memory, Decoded* decoded) {
  DecodeBy(DynamicLayoutOf(type), type, input, memory, decoded,
           [](const ParsedMessage& parsed, const Message& msg) {
             return testing::CompareView(DynamicView(parsed.message()), msg);
           });
}

uint8_t* EncodeDynamic(const FuzzType& type, const Message& msg,
                       uint8_t* cursor, wire::BackwardWriter& writer) {
  static auto* const bytes = new std::string;
  WriteByStock(msg, writer.deterministic(), bytes);
  ParsedMessage& parsed = EmptyView(DynamicLayoutOf(type), Memory::kReused);
  // A message may hold text that no decoder takes.
  if (!parsed.Parse(bytes->data(), bytes->size(), kPartial)) {
    return writer.WriteBytes(cursor, bytes->data(), bytes->size());
  }
  cursor = view::EncodeRecord(parsed.layout(), parsed.message().record(),
                              cursor, writer);
  parsed.Clear();
  return cursor;
}

bool CoversBuilder(const FuzzType& type) {
  return type.has_oracle &&
         !type.prototype->GetDescriptor()->options().message_set_wire_format();
}

uint8_t* EncodeByBuilder(const FuzzType& type, const Message& msg,
                         uint8_t* cursor, wire::BackwardWriter& writer) {
  static auto* const copies =
      new std::unordered_map<const FuzzType*, std::unique_ptr<Message>>;
  static auto* const kept = new builder::StringOutput;
  std::string bytes;
  // A copy: maps that were filled by reflection may hold a key twice.
  WriteByStock(msg, true, &bytes);
  std::unique_ptr<Message>& copy = (*copies)[&type];
  if (copy == nullptr) copy.reset(type.oracle->New());
  copy->Clear();
  // A message may hold text that no decoder takes.
  if (ReadByStock(bytes, copy.get())) {
    testing::TinyOutput tiny;
    const bool use_tiny = !writer.deterministic();
    testing::WriteByBuilder(
        *copy, nullptr, use_tiny ? static_cast<builder::Output*>(&tiny) : kept);
    const absl::Status status =
        use_tiny ? tiny.Finish(&bytes) : kept->Finish(&bytes);
    if (!status.ok()) return cursor;
  }
  return writer.WriteBytes(cursor, bytes.data(), bytes.size());
}

}  // namespace backwire::fuzz
