// The target `messages`: a message of any type, made from the input, is encoded
// by every codec into blocks and spans of all sizes, decoded again, and what
// comes of its bytes by changes to records is decoded as stock decodes it.
//
//   input := type (2 bytes) feeding (3 bytes) block (2 bytes) missing (1 byte)
//            changes (1 byte) seed (4 bytes) choices
//   choices := what the message is made from; if there are none, the seed
#include <memory>

#include "backwire/testing/fuzz/checks.h"
#include "backwire/testing/fuzz/input.h"
#include "backwire/testing/fuzz/record_mutator.h"
#include "backwire/testing/fuzz/target.h"
#include "backwire/testing/random_message.h"

namespace backwire::fuzz {
namespace {

using ::google::protobuf::Message;
using testing::Choices;

testing::RandomMessageOptions OptionsOf(Choices& choices) {
  testing::RandomMessageOptions options;
  const uint32_t size = choices.Below(256);
  options.max_depth = size < 200 ? 2 : 4;
  options.max_values = size < 200 ? 10 : size < 254 ? 40 : 400;
  options.max_text = size < 200 ? 20 : 200;
  options.broken_text = size % 8 == 0;
  return options;
}

// Of the type's prototype. Kept apart from what the checks decode into.
class MadeMessages {
 public:
  const Message& Make(const FuzzType& type, testing::RandomMessages& random) {
    Message* const made = Empty(*type.oracle);
    random.Fill(made);
    if (!type.has_twin()) return *made;
    WriteByStock(*made, true, &bytes_);
    Message* const msg = Empty(*type.prototype);
    (void)ReadByStock(bytes_, msg);
    return *msg;
  }

 private:
  Message* Empty(const Message& prototype) {
    std::unique_ptr<Message>& msg = kept_[&prototype];
    if (msg == nullptr) msg.reset(prototype.New());
    msg->Clear();
    return msg.get();
  }

  std::unordered_map<const Message*, std::unique_ptr<Message>> kept_;
  std::string bytes_;
};

void Check(Checks& checks, const FuzzType& type, const std::string& bytes,
           const Feeding& feeding) {
  BeginCase(type, bytes);
  EndCase(type, bytes, checks.CheckDecode(type, bytes, feeding));
}

void Run(std::string_view input_bytes) {
  static auto* const checks = new Checks;
  static auto* const messages = new MadeMessages;
  const Input input = ParseInput(input_bytes);
  const FuzzType& type = *input.type;
  Choices header(input.bytes.substr(0, 8));
  const size_t max_block_bytes = 1 + header.Below(256);
  const uint32_t block_seed = header.Below(256);
  const size_t missing_bytes = header.Below(256);
  const uint32_t changes = header.Below(256) % 4;
  const uint32_t seed = header.Next32();
  const std::string_view rest =
      input.bytes.substr(std::min<size_t>(input.bytes.size(), 8));

  Choices choices = rest.size() < 4 ? Choices(seed) : Choices(rest);
  testing::RandomMessageOptions options = OptionsOf(choices);
  // The message could not be carried over from the twin.
  if (type.has_twin()) options.broken_text = false;
  testing::RandomMessages random(std::move(choices), options);
  const Message& msg = messages->Make(type, random);
  std::string bytes;
  WriteByStock(msg, true, &bytes);
  BeginCase(type, bytes);
  EndCase(type, bytes,
          checks->CheckEncode(type, msg, max_block_bytes, block_seed,
                              missing_bytes));
  Check(*checks, type, bytes, input.feeding);
  if (changes == 0) return;
  Choices mutator(seed);
  for (uint32_t i = 0; i < changes; ++i) {
    MutateRecords(type, mutator, &bytes);
    Check(*checks, type, bytes, input.feeding);
  }
}

std::vector<std::string> Seeds(const std::filesystem::path&) {
  std::vector<std::string> seeds;
  for (size_t i = 0; i < FuzzTypes().size(); ++i) {
    for (uint32_t seed = 1; seed <= 4; ++seed) {
      const auto byte = static_cast<char>(seed * 37);
      const Feeding feeding = {static_cast<Memory>(seed % 3),
                               static_cast<uint8_t>(byte),
                               static_cast<uint8_t>(seed * 5)};
      std::string bytes(8 + (seed % 2) * 200, byte);
      for (size_t at = 8; at < bytes.size(); ++at) {
        bytes[at] = static_cast<char>(at * byte + at / 3);
      }
      seeds.push_back(MakeInput(i, feeding, bytes));
    }
  }
  return seeds;
}

}  // namespace

const FuzzTarget& TheTarget() {
  static constexpr FuzzTarget kTarget = {&Run, &Seeds};
  return kTarget;
}

}  // namespace backwire::fuzz
