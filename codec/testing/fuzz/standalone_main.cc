// Drives a fuzz target where there is no libFuzzer, so that every compiler and
// preset builds and runs it: replays files, then changes them at random.
//
//   PROGRAM [-runs=N] [-seed=N] [-max_len=N] [FILE or FOLDER]...
//   PROGRAM --write-seeds=CORPUS=FOLDER
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" {
int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
// Only some targets have one.
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                                     size_t max_size,
                                                     unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
}

namespace {

std::mt19937& Random() {
  static auto* const random = new std::mt19937;
  return *random;
}

size_t Below(size_t bound) { return Random()() % bound; }

struct Arguments {
  uint64_t runs = 0;
  size_t max_bytes = 4096;
  std::vector<std::filesystem::path> files;
};

[[noreturn]] void Complain(const std::string& what) {
  std::fprintf(stderr,
               "%s\nArguments: [-runs=N] [-seed=N] [-max_len=N] "
               "[--write-seeds=CORPUS=FOLDER] [FILE or FOLDER]...\n",
               what.c_str());
  std::exit(2);
}

uint64_t NumberAfter(std::string_view argument, std::string_view name) {
  const std::string digits(argument.substr(name.size()));
  if (digits.empty() || digits.size() > 12 ||
      digits.find_first_not_of("0123456789") != std::string::npos) {
    Complain("no number: " + std::string(argument));
  }
  return std::strtoull(digits.c_str(), nullptr, 10);
}

void AddPath(const std::filesystem::path& path, Arguments* result) {
  if (!std::filesystem::is_directory(path)) {
    result->files.push_back(path);
    return;
  }
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    result->files.push_back(entry.path());
  }
}

Arguments ParseArguments(int argc, char** argv) {
  Arguments result;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto is = [argument](std::string_view name) {
      return argument.rfind(name, 0) == 0;
    };
    if (is("-runs=")) {
      result.runs = NumberAfter(argument, "-runs=");
    } else if (is("-seed=")) {
      Random().seed(static_cast<uint32_t>(NumberAfter(argument, "-seed=")));
    } else if (is("-max_len=")) {
      result.max_bytes = NumberAfter(argument, "-max_len=");
    } else if (is("-")) {
      Complain("unknown argument: " + std::string(argument));
    } else {
      AddPath(argument, &result);
    }
  }
  std::sort(result.files.begin(), result.files.end());
  return result;
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad() || !file.is_open()) Complain("cannot read " + path.string());
  return bytes;
}

void RunOne(const std::string& input) {
  // Of its own, so that a tool that watches memory sees the input's end.
  const std::vector<uint8_t> copy(input.begin(), input.end());
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

// A changed copy of one of the seeds.
std::string Changed(const std::vector<std::string>& seeds, size_t max_bytes) {
  std::string input = seeds[Below(seeds.size())];
  const size_t size = std::min(input.size(), max_bytes);
  input.resize(max_bytes);
  auto* const data = reinterpret_cast<uint8_t*>(input.data());
  const size_t new_size =
      LLVMFuzzerCustomMutator != nullptr
          ? LLVMFuzzerCustomMutator(data, size, max_bytes, Random()())
          : LLVMFuzzerMutate(data, size, max_bytes);
  input.resize(new_size);
  return input;
}

}  // namespace

// Changes, puts in or takes out one to four bytes.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size,
                                   size_t max_size) {
  std::string bytes(reinterpret_cast<char*>(data), size);
  for (size_t i = 1 + Below(4); i > 0; --i) {
    const size_t at = Below(bytes.size() + 1);
    const auto byte = static_cast<char>(Random()());
    switch (Below(4)) {
      case 0:
        bytes.insert(at, 1, byte);
        break;
      case 1:
        bytes.erase(at, 1 + Below(3));
        break;
      default:
        if (at < bytes.size()) bytes[at] = byte;
    }
  }
  bytes.resize(std::min(bytes.size(), max_size));
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}

int main(int argc, char** argv) {
  LLVMFuzzerInitialize(&argc, &argv);
  const Arguments arguments = ParseArguments(argc, argv);
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> seeds;
  for (const std::filesystem::path& path : arguments.files) {
    seeds.push_back(ReadFile(path));
    RunOne(seeds.back());
  }
  if (seeds.empty()) seeds.emplace_back();
  for (uint64_t i = 0; i < arguments.runs; ++i) {
    RunOne(Changed(seeds, arguments.max_bytes));
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  std::printf(
      "Done %llu runs in %.1f second(s)\n",
      static_cast<unsigned long long>(arguments.runs + arguments.files.size()),
      seconds.count());
  return 0;
}
