// Where builders write to: one run of memory, filled from its start to its end.
//
// The codec's encoder goes backward, so that a length is known when its prefix
// is written. A builder cannot: its caller works in natural order. So a length
// prefix gets room by a guess, which is the size of the one that the same field
// had last, and is written when its message is closed; the body is moved only
// if the guess was wrong. Invariants:
//   - the bytes below the cursor are final, but for the open prefixes;
//   - positions, unlike pointers, stay right when the memory grows;
//   - no prefix is longer than its length needs.
#ifndef BACKWIRE_BUILDER_OUTPUT_H_
#define BACKWIRE_BUILDER_OUTPUT_H_

#include <cstdint>
#include <cstring>

#include "absl/status/status.h"
#include "backwire/builder/misuse.h"
#include "backwire/wire/port.h"
#include "backwire/wire/wire_format.h"

namespace backwire::builder {

// The next functions write at the cursor without a check and return the new
// cursor: their callers have reserved the bytes.

inline uint8_t* PutVarintUnchecked(uint64_t value, uint8_t* cursor) {
  while (BACKWIRE_UNLIKELY(value >= 0x80)) {
    *cursor++ = static_cast<uint8_t>(value | 0x80);
    value >>= 7;
  }
  *cursor++ = static_cast<uint8_t>(value);
  return cursor;
}

template <class T>
inline uint8_t* PutFixedUnchecked(T value, uint8_t* cursor) {
  std::memcpy(cursor, &value, sizeof(T));
  return cursor + sizeof(T);
}

// A tag that the compiler knows becomes one or two stores.
inline uint8_t* PutTagUnchecked(uint32_t tag, uint8_t* cursor) {
  if (tag < 0x80) {
    *cursor = static_cast<uint8_t>(tag);
    return cursor + 1;
  }
  if (tag < 0x4000) {
    return PutFixedUnchecked(
        static_cast<uint16_t>((tag & 0x7f) | 0x80 | (tag >> 7) << 8), cursor);
  }
  return PutVarintUnchecked(tag, cursor);
}

// A length prefix whose message is still open.
struct OpenLength {
  size_t body = 0;           // where the body begins
  uint8_t prefix_bytes = 0;  // room for the prefix before it; 0: none was had
  uint8_t guess = 0;         // which guess it was made by
};

// The names of a type's required fields; static.
struct RequiredNames {
  const char* message;
  const char* const* fields;
};

// Holds one message at a time; reusable, and cheap to reuse. Not thread-safe.
// Classes for the kinds of memory derive from it; what is public here is called
// by builders.
class Output {
 public:
  virtual ~Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // The largest message, in bytes: 0 to wire::kMaxMessageBytes, which it is if
  // nothing is said. A larger one makes Finish() fail, and costs no memory
  // beyond it.
  void set_max_bytes(size_t max_bytes) { max_bytes_ = max_bytes; }

  // Drops what has been written, and begins a message.
  void Begin();

  // The cursor, behind which at least `bytes` bytes are free; nullptr once the
  // message has become too large.
  uint8_t* Reserve(size_t bytes) {
    if (BACKWIRE_LIKELY(static_cast<size_t>(end_ - cursor_) >= bytes)) {
      return cursor_;
    }
    return ReserveMore(bytes);
  }
  // REQUIRES: it comes from Reserve(), moved by at most what was reserved.
  void set_cursor(uint8_t* cursor) { cursor_ = cursor; }

  // The bytes written since Begin().
  size_t position() const { return static_cast<size_t>(cursor_ - begin_); }
  // Drops the bytes from `position` on. REQUIRES: no prefix is open there.
  void Truncate(size_t position) {
    if (!too_large_) cursor_ = begin_ + position;
  }

  // Writes the tag and leaves room for a length.
  OpenLength OpenLengthOf(uint32_t tag) {
    OpenLength length;
    length.guess = static_cast<uint8_t>(
        (wire::FieldNumber(tag) + kGuessStride * open_children_) % kGuesses);
    uint8_t* cursor = Reserve(wire::kMaxTagBytes + wire::kMaxLengthBytes);
    if (BACKWIRE_UNLIKELY(cursor == nullptr)) return length;
    length.prefix_bytes = guesses_[length.guess];
    cursor_ = PutTagUnchecked(tag, cursor) + length.prefix_bytes;
    length.body = position();
    return length;
  }
  // Writes the length of what stands behind the prefix.
  void CloseLengthOf(OpenLength length) {
    const size_t size_bytes = position() - length.body;
    const size_t needed = wire::VarintSize(size_bytes);
    if (BACKWIRE_UNLIKELY(needed != length.prefix_bytes)) {
      return MoveAndClose(length, size_bytes, needed);
    }
    PutVarintUnchecked(size_bytes, begin_ + length.body - length.prefix_bytes);
  }

  // The children that are open inside each other, and how many messages have
  // been begun or finished: what tells the writable builder from all others.
  uint32_t open_children() const { return open_children_; }
  uint32_t generation() const { return generation_; }
  void OpenChild() { ++open_children_; }
  void CloseChild() { --open_children_; }

  // A message was closed without the required fields whose bits are set; the
  // first one is told of.
  void RecordMissing(uint64_t fields, const RequiredNames& names);
  // Finish() may be called before the outermost builder's scope ends: it looks
  // at *missing then. Nullptr ends that.
  void WatchRoot(const uint64_t* missing, const RequiredNames* names) {
    root_missing_ = missing;
    root_names_ = names;
  }

 protected:
  // Memory to write to: [begin, end).
  struct Run {
    uint8_t* begin;
    uint8_t* end;
  };

  Output() { std::memset(guesses_, 1, sizeof(guesses_)); }

  // A run of at least `min_bytes`, more than the current one's, that begins
  // with the first `used_bytes` bytes of the current one; that one is not used
  // any more. `used_bytes` is 0 for a message's first run.
  virtual Run Grow(size_t used_bytes, size_t min_bytes) = 0;

  // Ends the message and sets its size. FAILED_PRECONDITION: a child is open or
  // a required field was left out. RESOURCE_EXHAUSTED: it is too large; the
  // size is not known then.
  absl::Status End(size_t* size_bytes);

 private:
  // Fields that have the same guess move a body now and then; the bytes are the
  // same.
  static constexpr size_t kGuesses = 64;
  static constexpr uint32_t kGuessStride = 13;

  uint8_t* ReserveMore(size_t bytes);
  void MoveAndClose(OpenLength length, size_t size_bytes, size_t needed);

  uint8_t* cursor_ = nullptr;
  uint8_t* end_ = nullptr;
  uint8_t* begin_ = nullptr;
  uint32_t open_children_ = 0;
  uint32_t generation_ = 0;
  size_t max_bytes_ = wire::kMaxMessageBytes;
  const char* missing_in_ = nullptr;
  const char* missing_field_ = nullptr;
  const uint64_t* root_missing_ = nullptr;
  const RequiredNames* root_names_ = nullptr;
  bool too_large_ = false;
  uint8_t guesses_[kGuesses];
};

}  // namespace backwire::builder

#endif  // BACKWIRE_BUILDER_OUTPUT_H_
