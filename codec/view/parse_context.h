// What the routines of one parse share: the reader, the arena, and how bytes of
// the input become strings of a record without being copied.
#ifndef BACKWIRE_VIEW_PARSE_CONTEXT_H_
#define BACKWIRE_VIEW_PARSE_CONTEXT_H_

#include "backwire/view/arena.h"
#include "backwire/view/ascii.h"
#include "backwire/view/record.h"
#include "backwire/wire/utf8.h"
#include "backwire/wire/wire_reader.h"

namespace backwire::view {

// A piece of the input, not empty; `begin` is its position in the whole.
struct Chunk {
  const char* data;
  size_t size_bytes;
  uint64_t begin;
};

// Maps of so many entries and more get their index, and lose their duplicate
// keys, when all has been parsed; smaller ones never have duplicates.
inline constexpr uint32_t kLargeMapEntries = 17;

// Hands out the chunks in their order.
class ChunkList final : public wire::ChunkSource {
 public:
  ChunkList(const Chunk* chunks, size_t count)
      : next_(chunks), end_(chunks + count) {}
  bool Next(const char** data, size_t* size_bytes) override {
    if (next_ == end_) return false;
    *data = next_->data;
    *size_bytes = next_->size_bytes;
    ++next_;
    return true;
  }

 private:
  const Chunk* next_;
  const Chunk* end_;
};

// Lives on the stack of one parse. Borrows the chunks, whose bytes must live as
// long as the records, and the arena.
class ParseContext {
 public:
  ParseContext(const Chunk* chunks, size_t count, uint64_t total_bytes,
               ViewArena* arena)
      : chunks_(chunks),
        chunk_count_(count),
        source_(chunks, count),
        reader_(&source_, total_bytes),
        arena_(*arena) {}

  wire::WireReader& reader() { return reader_; }
  ViewArena& arena() { return arena_; }

  // Reads a length and takes the bytes behind it.
  const char* ReadBytes(const char* ptr, StringRef* out) {
    size_t size_bytes;
    ptr = reader_.ReadLength(ptr, &size_bytes);
    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
    if (BACKWIRE_UNLIKELY(!reader_.IsInPiece(ptr, size_bytes))) {
      return TakeAcrossPieces(ptr, size_bytes, out);
    }
    *out = {ptr, static_cast<uint32_t>(size_bytes)};
    return ptr + size_bytes;
  }

  // The same for bytes that must be UTF-8.
  const char* ReadText(const char* ptr, StringRef* out) {
    size_t size_bytes;
    ptr = reader_.ReadLength(ptr, &size_bytes);
    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
    if (BACKWIRE_UNLIKELY(!reader_.IsInPiece(ptr, size_bytes))) {
      return TakeTextAcrossPieces(ptr, size_bytes, out);
    }
    *out = {ptr, static_cast<uint32_t>(size_bytes)};
    const char* const end = ptr + size_bytes;
    if (BACKWIRE_LIKELY(IsKnownAscii(ptr, end) || IsText(ptr, end))) return end;
    return reader_.Fail(wire::DecodeErrorKind::kInvalidUtf8, end);
  }

  // True if the bytes were seen to be ASCII.
  bool IsKnownAscii(const char* begin, const char* end) const {
    return begin >= ascii_begin_ && end <= ascii_end_;
  }
  // Looks at the bytes from `begin` on, inside of the current piece, and
  // returns where they stop to be known as ASCII. Looks ahead over what will be
  // read next: one look for all the strings of a small message costs less than
  // one for each.
  const char* LookForAscii(const char* begin);
  // Up to where it has been looked, if `begin` is known; else `begin`.
  const char* AsciiKnownFrom(const char* begin) const {
    return IsKnownAscii(begin, begin) ? ascii_end_ : begin;
  }

  // The input's bytes from the given position on: where they stand, or joined
  // in the arena.
  StringRef Take(uint64_t offset_bytes, size_t size_bytes);

  // Appends a raw record to the record's unknown fields.
  void AddUnknown(char* record, StringRef bytes);
  void AddUnknownVarint(char* record, uint32_t number, uint64_t value);

  // Set where a map became large.
  bool has_large_maps = false;

 private:
  const char* TakeAcrossPieces(const char* ptr, size_t size_bytes,
                               StringRef* out);
  const char* TakeTextAcrossPieces(const char* ptr, size_t size_bytes,
                                   StringRef* out);
  // Checks bytes of the current piece.
  bool IsText(const char* begin, const char* end);

  const Chunk* chunks_;
  size_t chunk_count_;
  ChunkList source_;
  wire::WireReader reader_;
  ViewArena& arena_;
  const char* ascii_begin_ = nullptr;
  const char* ascii_end_ = nullptr;
};

// Reads the records of one message up to its end and merges them into
// *record.
const char* ParseRecord(ParseContext& context, const char* ptr,
                        const MessageLayout& layout, char* record);

// Reads a field in its expected form, its tag being read already.
using FieldParser = const char* (*)(ParseContext& context, const char* ptr,
                                    const FieldLayout& field, char* record);

// The same for a field of which only the layout is known.
const char* ParseField(ParseContext& context, const char* ptr,
                       const FieldLayout& field, char* record);

// Reads a record that is not in the form that a layout expects: an alternative
// form, or an unknown field, or a malformed tag. `offset_bytes` is the tag's.
const char* ParseOther(ParseContext& context, const char* ptr, uint32_t tag,
                       uint64_t offset_bytes, const MessageLayout& layout,
                       char* record);

// Skips the record whose tag has been read.
const char* SkipRecord(ParseContext& context, const char* ptr, uint32_t tag);

const char* ParseMap(ParseContext& context, const char* ptr,
                     const FieldLayout& field, char* record);
const char* ParseStringMap(ParseContext& context, const char* ptr,
                           const FieldLayout& field, char* record);

// Reads one value of any kind but messages to `to`, in the form that a record
// has it.
const char* ParseValue(ParseContext& context, const char* ptr, FieldKind kind,
                       char* to);

// The record of a kOptional message, made if it is not there yet.
inline char* MutableMessage(ParseContext& context, const FieldLayout& field,
                            const MessageLayout& layout, char* record) {
  SetBit(record, field.presence);
  char* value = Load<char*>(record, field.offset);
  if (value == nullptr) {
    value = context.arena().AllocateZeroed(layout.record_bytes);
    Store(record, field.offset, value);
  }
  return value;
}

// Reads one message or group into *record.
inline const char* ParseMessageAt(ParseContext& context, const char* ptr,
                                  const FieldLayout& field,
                                  const MessageLayout& layout, char* record) {
  const auto body = [&](const char* p) {
    return ParseRecord(context, p, layout, record);
  };
  if (field.kind == FieldKind::kGroup) {
    return context.reader().ReadGroup(ptr, field.tag, body);
  }
  return context.reader().ReadMessage(ptr, body);
}

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_PARSE_CONTEXT_H_
