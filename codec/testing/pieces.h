// An input cut into pieces, each in memory of its own and of exactly its size,
// so that AddressSanitizer sees every read beyond one.
#ifndef BACKWIRE_TESTING_PIECES_H_
#define BACKWIRE_TESTING_PIECES_H_

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "backwire/wire/wire_reader.h"

namespace backwire::testing {

// Positions at which an input is cut, rising. Two equal ones make an empty
// piece.
using Cuts = std::vector<size_t>;

// Cuts every `piece_bytes` bytes.
inline Cuts EveryBytes(size_t size_bytes, size_t piece_bytes) {
  Cuts cuts;
  for (size_t at = piece_bytes; at < size_bytes; at += piece_bytes) {
    cuts.push_back(at);
  }
  return cuts;
}

// Yields the pieces of a copy of `bytes`. Serves one reader.
class PieceSource final : public wire::ChunkSource {
 public:
  // The copy keeps no pointer into `bytes`. Each cut is at most bytes.size().
  PieceSource(std::string_view bytes, const Cuts& cuts) {
    size_t begin = 0;
    for (const size_t cut : cuts) {
      Add(bytes.substr(begin, cut - begin));
      begin = cut;
    }
    Add(bytes.substr(begin));
  }

  bool Next(const char** data, size_t* size_bytes) override {
    if (next_ == pieces_.size()) return false;
    *data = pieces_[next_].memory.get();
    *size_bytes = pieces_[next_].size;
    ++next_;
    return true;
  }

 private:
  struct Piece {
    std::unique_ptr<char[]> memory;
    size_t size;
  };

  void Add(std::string_view bytes) {
    std::unique_ptr<char[]> memory(new char[bytes.size()]);
    std::copy(bytes.begin(), bytes.end(), memory.get());
    pieces_.push_back({std::move(memory), bytes.size()});
  }

  std::vector<Piece> pieces_;
  size_t next_ = 0;
};

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_PIECES_H_
