// Stands for a caller that looks at every byte of the strings it receives.
#ifndef BACKWIRE_BENCHMARKS_TEXT_READER_H_
#define BACKWIRE_BENCHMARKS_TEXT_READER_H_

#include <cstdint>
#include <string_view>

#include "benchmark/benchmark.h"

namespace backwire::benchmarks {

class TextReader {
 public:
  void Read(std::string_view text) {
    for (const char c : text) sum_ += static_cast<uint8_t>(c);
  }
  ~TextReader() { benchmark::DoNotOptimize(sum_); }

 private:
  uint64_t sum_ = 0;
};

}  // namespace backwire::benchmarks

#endif  // BACKWIRE_BENCHMARKS_TEXT_READER_H_
