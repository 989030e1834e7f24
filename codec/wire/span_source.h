// A block source over one span of memory that the caller owns.
#ifndef BACKWIRE_WIRE_SPAN_SOURCE_H_
#define BACKWIRE_WIRE_SPAN_SOURCE_H_

#include "backwire/wire/backward_writer.h"
#include "backwire/wire/block_source.h"

namespace backwire::wire {

// Fills the span [begin, end) from its end; a message of exactly the span's
// size fits. A larger one is counted to its end and thrown away.
//
// A writer reserves for the worst case, which may not fit where the bytes
// themselves do: near the span's start it gets a scratch block, whose bytes are
// moved into the span when it is closed.
class SpanSource final : public BlockSource {
 public:
  // Borrows the memory for the source's life.
  SpanSource(uint8_t* begin, uint8_t* end) : begin_(begin), filled_(end) {}

  // The whole span, in place of the first NextBlock().
  Block FirstBlock() const { return {begin_, filled_}; }

  Block NextBlock(size_t min_bytes, size_t written_bytes) override;
  void CloseBlock(uint8_t* first_used) override {
    if (!in_scratch_) {
      filled_ = first_used;
    } else {
      CloseScratch(first_used);
    }
  }

  // The first byte of the message, which ends at the span's end; nullptr if it
  // was larger than the span. Valid after BackwardWriter::Finish().
  uint8_t* message() const { return overflowed_ ? nullptr : filled_; }

 private:
  void CloseScratch(uint8_t* first_used);

  uint8_t* begin_;
  uint8_t* filled_;  // [filled_, the span's end) is final
  bool in_scratch_ = false;
  bool overflowed_ = false;
  uint8_t scratch_[BackwardWriter::kMaxReserveBytes];
};

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_SPAN_SOURCE_H_
