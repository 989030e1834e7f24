#include "backwire/testing/fuzz/input.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

#include "backwire/testing/corpus.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/odd_input.h"
#include "backwire/testing/random_message.h"
#include "google/protobuf/descriptor.h"

namespace backwire::fuzz {
namespace {

using ::google::protobuf::Message;

void AddCorpus(const std::filesystem::path& corpus,
               std::vector<std::string>* seeds) {
  for (const std::filesystem::path& path : testing::ListCorpus(corpus)) {
    std::string error;
    const std::optional<testing::CorpusCase> input =
        testing::ReadCorpusCase(path, &error);
    const int type = input.has_value() ? FindFuzzType(input->type) : -1;
    if (type < 0) {
      if (error.empty()) error = path.string() + ": no type " + input->type;
      std::fprintf(stderr, "%s\n", error.c_str());
      std::exit(1);
    }
    seeds->push_back(MakeInput(type, {}, input->bytes));
  }
}

// A record of each field, one behind the other.
std::string RecordsOf(const FuzzType& type) {
  const ::google::protobuf::Descriptor* const descriptor =
      type.prototype->GetDescriptor();
  std::string bytes;
  for (int i = 0; i < descriptor->field_count(); ++i) {
    bytes += testing::SampleRecord(descriptor->field(i), 0);
  }
  return bytes;
}

std::string RandomBytesOf(const FuzzType& type, uint32_t seed) {
  testing::RandomMessageOptions options;
  options.max_depth = 2;
  options.max_values = 10;
  options.max_text = 10;
  const std::unique_ptr<Message> msg(type.oracle->New());
  testing::RandomMessages(seed, options).Fill(msg.get());
  return testing::StockBytes(*msg);
}

}  // namespace

Input ParseInput(std::string_view input) {
  const auto byte = [input](size_t i) {
    return i < input.size() ? static_cast<uint8_t>(input[i]) : uint8_t{0};
  };
  const std::vector<FuzzType>& types = FuzzTypes();
  Input result;
  result.type = &types[(byte(0) | byte(1) << 8) % types.size()];
  result.feeding.memory = static_cast<Memory>(byte(2) % 3);
  result.feeding.cut = byte(3);
  result.feeding.piece_bytes = static_cast<uint8_t>(1 + byte(4) % 64);
  if (input.size() > kHeaderBytes) result.bytes = input.substr(kHeaderBytes);
  return result;
}

std::string MakeInput(size_t type_index, const Feeding& feeding,
                      std::string_view bytes) {
  std::string input;
  input += static_cast<char>(type_index);
  input += static_cast<char>(type_index >> 8);
  input += static_cast<char>(feeding.memory);
  input += static_cast<char>(feeding.cut);
  input += static_cast<char>(feeding.piece_bytes - 1);
  return input.append(bytes);
}

std::vector<std::string> InputSeeds(const std::filesystem::path& corpus) {
  std::vector<std::string> seeds;
  AddCorpus(corpus, &seeds);
  const std::vector<FuzzType>& types = FuzzTypes();
  for (size_t i = 0; i < types.size(); ++i) {
    seeds.push_back(MakeInput(i, {}, ""));
    seeds.push_back(MakeInput(i, {Memory::kArena, 50, 5}, RecordsOf(types[i])));
    for (uint32_t seed = 1; seed <= 3; ++seed) {
      const Feeding feeding = {Memory::kFresh, static_cast<uint8_t>(seed * 60),
                               static_cast<uint8_t>(seed * 7)};
      seeds.push_back(MakeInput(i, feeding, RandomBytesOf(types[i], seed)));
    }
  }
  return seeds;
}

}  // namespace backwire::fuzz
