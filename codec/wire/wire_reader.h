// Reads records from an input that arrives in pieces, any of which may end in
// the middle of anything.
//
// Like the writer it works on a plain pointer that every step takes and
// returns; nullptr means that the input is malformed, and error() says how.
// The technique is that of protobuf's own EpsCopyInputStream: up to
// kSlopBytes bytes beyond what has been checked can always be read, since the
// last kSlopBytes of a piece are read from a patch buffer in which the next
// piece's first bytes follow them. So a tag and a varint need no bounds check,
// and one compare per record finds both the end of the message and the end of
// the piece.
#ifndef BACKWIRE_WIRE_WIRE_READER_H_
#define BACKWIRE_WIRE_WIRE_READER_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "backwire/wire/decode_error.h"
#include "backwire/wire/port.h"
#include "backwire/wire/wire_format.h"

namespace backwire::wire {

// Yields an input's pieces in order.
class ChunkSource {
 public:
  virtual ~ChunkSource() = default;
  // Sets the next piece, which stays valid until the reader is gone; it may be
  // empty. False at the end.
  virtual bool Next(const char** data, size_t* size_bytes) = 0;
};

// Not thread-safe; lives on the stack of one decode.
class WireReader {
 public:
  static constexpr ptrdiff_t kSlopBytes = 16;

  // Reads data[0, size). Borrows it.
  WireReader(const char* data, size_t size_bytes)
      : first_data_(data), first_size_(size_bytes), total_bytes_(size_bytes) {}
  // Reads `total_bytes` bytes from `source`, which is borrowed.
  WireReader(ChunkSource* source, size_t total_bytes)
      : source_(source), total_bytes_(total_bytes) {}
  WireReader(const WireReader&) = delete;
  WireReader& operator=(const WireReader&) = delete;

  // Where to start reading; nullptr if the source yields nothing though bytes
  // were promised. Call once, first.
  const char* Begin();

  // True when the current message is at its end, or when the input turned out
  // to be malformed, *ptr being nullptr then. False when a record can be read
  // at *ptr, which may have moved to another piece.
  bool Done(const char** ptr) {
    if (BACKWIRE_LIKELY(*ptr < limit_end_)) return false;
    if (*ptr - buffer_end_ == limit_) return true;
    return DoneSlow(ptr);
  }

  // Reads a tag. Field number and wire type are not checked.
  const char* ReadTag(const char* ptr, uint32_t* tag) {
    const uint32_t first = Byte(ptr, 0);
    if (BACKWIRE_LIKELY(first < 0x80)) {
      *tag = first;
      return ptr + 1;
    }
    const uint32_t second = Byte(ptr, 1);
    if (BACKWIRE_LIKELY(second < 0x80)) {
      *tag = first + (second << 7) - 0x80;
      return ptr + 2;
    }
    return ReadTagSlow(ptr, tag);
  }

  // Steps over the tag if the next record has it, and another record follows
  // at once; the elements of a repeated field mostly do.
  bool ConsumeTag(const char** ptr, uint32_t expected) {
    if (*ptr >= limit_end_) return false;
    uint32_t tag;
    const char* const next = ReadTag(*ptr, &tag);
    if (next == nullptr || tag != expected) return false;
    *ptr = next;
    return true;
  }

  // Reads a varint; bits above the 64th are dropped.
  const char* ReadVarint(const char* ptr, uint64_t* value) {
    const uint64_t first = Byte(ptr, 0);
    if (BACKWIRE_LIKELY(first < 0x80)) {
      *value = first;
      return ptr + 1;
    }
    const uint64_t second = Byte(ptr, 1);
    if (BACKWIRE_LIKELY(second < 0x80)) {
      *value = first + (second << 7) - 0x80;
      return ptr + 2;
    }
    return ReadVarintSlow(ptr, value);
  }

  template <class T>
  const char* ReadFixed(const char* ptr, T* value) {
    std::memcpy(value, ptr, sizeof(T));
    return ptr + sizeof(T);
  }

  // Reads the length of a LEN payload that lies within the current message.
  const char* ReadLength(const char* ptr, size_t* size_bytes) {
    const size_t first = Byte(ptr, 0);
    if (BACKWIRE_LIKELY(first < 0x80)) {
      *size_bytes = first;
      ++ptr;
    } else {
      ptr = ReadLengthSlow(ptr, size_bytes);
      if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
    }
    if (BACKWIRE_UNLIKELY(static_cast<ptrdiff_t>(*size_bytes) > Left(ptr))) {
      return Fail(DecodeErrorKind::kLengthTooLarge, ptr);
    }
    return ptr;
  }

  // The next three take `size_bytes` from ReadLength().

  // Replaces *out with the bytes.
  const char* ReadString(const char* ptr, size_t size_bytes, std::string* out) {
    if (BACKWIRE_LIKELY(IsContiguous(ptr, size_bytes))) {
      out->assign(ptr, size_bytes);
      return ptr + size_bytes;
    }
    out->resize(size_bytes);
    return CopyBytes(ptr, size_bytes, out->data());
  }
  const char* CopyBytes(const char* ptr, size_t size_bytes, void* out);
  const char* Skip(const char* ptr, size_t size_bytes);

  // True if the bytes stand behind each other at `ptr`.
  bool IsContiguous(const char* ptr, size_t size_bytes) const {
    return static_cast<ptrdiff_t>(size_bytes) <= buffer_end_ + kSlopBytes - ptr;
  }
  // True if, besides, kSlopBytes more can be read behind them.
  bool IsContiguousWithSlop(const char* ptr, size_t size_bytes) const {
    return static_cast<ptrdiff_t>(size_bytes) <= buffer_end_ - ptr;
  }

  // The end of the piece that is read from; nullptr while the patch buffer is,
  // into which no pointer may be kept. A pointer into a piece stays valid as
  // long as the piece does.
  const char* piece_end() const { return piece_end_; }
  // True if the bytes stand in one piece, at `ptr` itself.
  bool IsInPiece(const char* ptr, size_t size_bytes) const {
    return piece_end_ != nullptr &&
           static_cast<ptrdiff_t>(size_bytes) <= piece_end_ - ptr;
  }

  // Reads a length and lets `decode_body(ptr)`, which returns the cursor at the
  // end, read a message that long.
  template <class DecodeBody>
  const char* ReadMessage(const char* ptr, DecodeBody&& decode_body) {
    size_t size_bytes;
    ptr = ReadLength(ptr, &size_bytes);
    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
    if (BACKWIRE_UNLIKELY(--depth_ < 0)) {
      return Fail(DecodeErrorKind::kTooDeep, ptr);
    }
    const ptrdiff_t outer = PushLimit(ptr, size_bytes);
    ptr = decode_body(ptr);
    ++depth_;
    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
    if (BACKWIRE_UNLIKELY(end_group_tag_ != 0)) {
      return Fail(DecodeErrorKind::kGroupMismatch, ptr);
    }
    PopLimit(outer);
    return ptr;
  }

  // Reads the payload of a packed field; `decode_values(ptr)` runs until
  // Done().
  template <class DecodeValues>
  const char* ReadPacked(const char* ptr, DecodeValues&& decode_values) {
    size_t size_bytes;
    ptr = ReadLength(ptr, &size_bytes);
    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
    const ptrdiff_t outer = PushLimit(ptr, size_bytes);
    ptr = decode_values(ptr);
    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
    PopLimit(outer);
    return ptr;
  }

  // Lets `decode_body(ptr)` read the records of a group whose SGROUP tag was
  // `start_tag`, up to its EGROUP.
  template <class DecodeBody>
  const char* ReadGroup(const char* ptr, uint32_t start_tag,
                        DecodeBody&& decode_body) {
    if (BACKWIRE_UNLIKELY(--depth_ < 0)) {
      return Fail(DecodeErrorKind::kTooDeep, ptr);
    }
    ptr = decode_body(ptr);
    ++depth_;
    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
    if (BACKWIRE_UNLIKELY(end_group_tag_ != start_tag + (kEGroup - kSGroup))) {
      return Fail(DecodeErrorKind::kGroupMismatch, ptr);
    }
    end_group_tag_ = 0;
    return ptr;
  }

  // A message's loop calls this when it meets an EGROUP tag, and returns.
  void EndGroup(uint32_t tag) { end_group_tag_ = tag; }

  // True if the outermost message ended with its input, not with an EGROUP.
  const char* Finish(const char* ptr) {
    if (ptr != nullptr && end_group_tag_ != 0) {
      return Fail(DecodeErrorKind::kGroupMismatch, ptr);
    }
    return ptr;
  }

  // The levels that may still be opened.
  int depth_left() const { return depth_; }
  void set_depth_left(int levels) { depth_ = levels; }

  // Runs `read()`, which returns a cursor, one level deeper.
  template <class Read>
  const char* WithDepth(Read&& read) {
    --depth_;
    const char* const ptr = read();
    ++depth_;
    return ptr;
  }

  // Records the first error and returns nullptr.
  const char* Fail(DecodeErrorKind kind, const char* ptr);
  // Adds the field number to the error. The innermost field's call comes first
  // and wins. Returns nullptr.
  const char* FailedField(uint32_t tag);
  const DecodeError& error() const { return error_; }

  // The position of `ptr` in the whole input.
  uint64_t OffsetBytes(const char* ptr) const {
    return buffer_end_offset_ + static_cast<uint64_t>(ptr - buffer_end_);
  }

  // The bytes from `ptr` to the current message's end.
  ptrdiff_t Left(const char* ptr) const { return limit_ + (buffer_end_ - ptr); }
  // Up to here records can be read without Done().
  const char* limit_end() const { return limit_end_; }

 private:
  static uint8_t Byte(const char* ptr, int index) {
    return static_cast<uint8_t>(ptr[index]);
  }

  ptrdiff_t PushLimit(const char* ptr, size_t size_bytes) {
    const ptrdiff_t inner =
        static_cast<ptrdiff_t>(size_bytes) + (ptr - buffer_end_);
    const ptrdiff_t difference = limit_ - inner;
    limit_ = inner;
    limit_end_ = buffer_end_ + std::min<ptrdiff_t>(0, limit_);
    return difference;
  }
  void PopLimit(ptrdiff_t difference) {
    limit_ += difference;
    limit_end_ = buffer_end_ + std::min<ptrdiff_t>(0, limit_);
  }

  bool DoneSlow(const char** ptr);
  const char* NextPiece();
  const char* EnterShortInput(const char* data, size_t size_bytes);
  const char* EnterPiece(const char* data, size_t size_bytes);
  bool FetchPiece(const char** data, size_t* size_bytes);
  const char* ReadTagSlow(const char* ptr, uint32_t* tag);
  const char* ReadVarintSlow(const char* ptr, uint64_t* value);
  const char* ReadLengthSlow(const char* ptr, size_t* size_bytes);
  template <class Sink>
  const char* ForEachPiece(const char* ptr, size_t size_bytes, Sink&& sink);

  // min(buffer_end_, the current message's end).
  const char* limit_end_ = nullptr;
  // kSlopBytes bytes can be read from here on.
  const char* buffer_end_ = nullptr;
  const char* piece_end_ = nullptr;
  // The current message's end, counted from buffer_end_.
  ptrdiff_t limit_ = 0;
  int depth_ = kMaxDepth;
  uint32_t end_group_tag_ = 0;

  ChunkSource* source_ = nullptr;
  const char* first_data_ = nullptr;
  size_t first_size_ = 0;
  size_t total_bytes_;
  // What follows the current piece: the patch buffer, a piece whose first bytes
  // stand in the patch buffer already, or nothing (nullptr).
  const char* next_data_ = nullptr;
  size_t next_size_ = 0;
  // The position of buffer_end_ in the whole input.
  uint64_t buffer_end_offset_ = 0;
  DecodeError error_;
  char patch_[2 * kSlopBytes] = {};
};

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_WIRE_READER_H_
