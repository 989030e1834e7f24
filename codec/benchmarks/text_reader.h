// Stands for a caller that looks at every byte of the strings it receives.
#ifndef BACKWIRE_BENCHMARKS_TEXT_READER_H_
#define BACKWIRE_BENCHMARKS_TEXT_READER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "benchmark/benchmark.h"

namespace backwire::benchmarks {

class TextReader {
 public:
  // By words, the last of which may overlap: the reading is not what is
  // measured.
  void Read(std::string_view text) {
    const char* at = text.data();
    size_t left = text.size();
    if (left < sizeof(uint64_t)) {
      for (; left > 0; --left) sum_ += static_cast<uint8_t>(*at++);
      return;
    }
    for (; left > sizeof(uint64_t); left -= sizeof(uint64_t)) {
      sum_ += WordAt(at);
      at += sizeof(uint64_t);
    }
    sum_ += WordAt(at + left - sizeof(uint64_t));
  }
  ~TextReader() { benchmark::DoNotOptimize(sum_); }

 private:
  static uint64_t WordAt(const char* at) {
    uint64_t word;
    std::memcpy(&word, at, sizeof(word));
    return word;
  }

  uint64_t sum_ = 0;
};

}  // namespace backwire::benchmarks

#endif  // BACKWIRE_BENCHMARKS_TEXT_READER_H_
