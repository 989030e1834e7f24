#include "backwire/wire/wire_reader.h"

namespace backwire::wire {

const char* WireReader::Begin() {
  const char* data = nullptr;
  size_t size = 0;
  if (source_ == nullptr) {
    data = first_data_;
    size = first_size_;
  } else if (!FetchPiece(&data, &size) && total_bytes_ != 0) {
    buffer_end_ = patch_;
    return Fail(DecodeErrorKind::kTruncated, patch_);
  }
  return EnterPiece(data, size);
}

// An input that the patch buffer can hold with the slop behind it: nothing
// follows, so there is no border to look after.
const char* WireReader::EnterShortInput(const char* data, size_t size_bytes) {
  if (size_bytes != 0) std::memcpy(patch_, data, size_bytes);
  buffer_end_ = patch_ + size_bytes;
  limit_end_ = buffer_end_;
  limit_ = 0;
  next_data_ = nullptr;
  buffer_end_offset_ = size_bytes;
  return patch_;
}

// The first piece. A piece shorter than the slop stands at the patch buffer's
// end, as if the bytes before it had been read already.
const char* WireReader::EnterPiece(const char* data, size_t size_bytes) {
  if (size_bytes == total_bytes_ && size_bytes <= kSlopBytes) {
    return EnterShortInput(data, size_bytes);
  }
  const char* begin = data;
  if (size_bytes > kSlopBytes) {
    buffer_end_ = data + size_bytes - kSlopBytes;
    piece_end_ = data + size_bytes;
  } else {
    char* const copy = patch_ + 2 * kSlopBytes - size_bytes;
    if (size_bytes != 0) std::memcpy(copy, data, size_bytes);
    begin = copy;
    buffer_end_ = patch_ + kSlopBytes;
  }
  next_data_ = patch_;
  limit_ = static_cast<ptrdiff_t>(total_bytes_) - (buffer_end_ - begin);
  limit_end_ = buffer_end_ + std::min<ptrdiff_t>(0, limit_);
  // Unsigned, and before the input's start for a short first piece: sums with
  // positions inside the piece come out right.
  buffer_end_offset_ = static_cast<uint64_t>(buffer_end_ - begin);
  return begin;
}

bool WireReader::FetchPiece(const char** data, size_t* size_bytes) {
  if (source_ == nullptr) return false;
  while (source_->Next(data, size_bytes)) {
    if (*size_bytes != 0) return true;
  }
  return false;
}

// Moves on, keeping the last kSlopBytes bytes: the returned pointer is where
// the old buffer_end_ is now. nullptr if there is nothing more.
const char* WireReader::NextPiece() {
  if (next_data_ == nullptr) return nullptr;
  const char* begin = patch_;
  if (next_data_ != patch_) {
    begin = next_data_;
    buffer_end_ = begin + next_size_ - kSlopBytes;
    piece_end_ = begin + next_size_;
    next_data_ = patch_;
  } else {
    piece_end_ = nullptr;
    std::memmove(patch_, buffer_end_, kSlopBytes);
    const char* data = nullptr;
    size_t size = 0;
    if (!FetchPiece(&data, &size)) {
      next_data_ = nullptr;
      buffer_end_ = patch_ + kSlopBytes;
    } else if (size > kSlopBytes) {
      std::memcpy(patch_ + kSlopBytes, data, kSlopBytes);
      next_data_ = data;
      next_size_ = size;
      buffer_end_ = patch_ + kSlopBytes;
    } else {
      std::memcpy(patch_ + kSlopBytes, data, size);
      buffer_end_ = patch_ + size;
    }
  }
  const ptrdiff_t advance = buffer_end_ - begin;
  limit_ -= advance;
  buffer_end_offset_ += static_cast<uint64_t>(advance);
  return begin;
}

bool WireReader::DoneSlow(const char** ptr) {
  ptrdiff_t overrun = *ptr - buffer_end_;
  if (overrun > limit_) {
    // Where the record seems to end depends on what stands behind the input.
    *ptr = Fail(DecodeErrorKind::kPastEnd, buffer_end_ + limit_);
    return true;
  }
  do {
    const char* const begin = NextPiece();
    if (begin == nullptr) {
      *ptr = Fail(DecodeErrorKind::kTruncated, *ptr);
      return true;
    }
    *ptr = begin + overrun;
    overrun = *ptr - buffer_end_;
  } while (overrun >= 0);
  limit_end_ = buffer_end_ + std::min<ptrdiff_t>(0, limit_);
  return false;
}

const char* WireReader::ReadTagSlow(const char* ptr, uint32_t* tag) {
  uint32_t result = 0;
  for (size_t i = 0; i < kMaxTagBytes; ++i) {
    const uint32_t byte = Byte(ptr, i);
    result |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      *tag = result;
      return ptr + i + 1;
    }
  }
  return Fail(DecodeErrorKind::kVarintTooLong, ptr);
}

const char* WireReader::ReadVarintSlow(const char* ptr, uint64_t* value) {
  uint64_t result = 0;
  for (size_t i = 0; i < kMaxVarintBytes; ++i) {
    const uint64_t byte = Byte(ptr, i);
    result |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      *value = result;
      return ptr + i + 1;
    }
  }
  return Fail(DecodeErrorKind::kVarintTooLong, ptr);
}

const char* WireReader::ReadLengthSlow(const char* ptr, size_t* size_bytes) {
  const size_t second = Byte(ptr, 1);
  if (second < 0x80) {
    *size_bytes = Byte(ptr, 0) + (second << 7) - 0x80;
    return ptr + 2;
  }
  uint64_t result = 0;
  for (size_t i = 0; i < kMaxLengthBytes; ++i) {
    const uint64_t byte = Byte(ptr, i);
    result |= (byte & 0x7f) << (7 * i);
    if (byte >= 0x80) continue;
    if (result > kMaxMessageBytes - kSlopBytes) {
      return Fail(DecodeErrorKind::kLengthTooLarge, ptr);
    }
    *size_bytes = result;
    return ptr + i + 1;
  }
  return Fail(DecodeErrorKind::kVarintTooLong, ptr);
}

template <class Sink>
const char* WireReader::ForEachPiece(const char* ptr, size_t size_bytes,
                                     Sink&& sink) {
  for (;;) {
    const auto here = static_cast<size_t>(
        std::max<ptrdiff_t>(0, buffer_end_ + kSlopBytes - ptr));
    const size_t piece = std::min(here, size_bytes);
    sink(ptr, piece);
    size_bytes -= piece;
    if (size_bytes == 0) {
      ptr += piece;
      break;
    }
    // All up to the end of the slop is consumed: behind it in the next piece.
    const char* const begin = NextPiece();
    if (begin == nullptr) return Fail(DecodeErrorKind::kTruncated, ptr);
    ptr = begin + kSlopBytes;
  }
  limit_end_ = buffer_end_ + std::min<ptrdiff_t>(0, limit_);
  return ptr;
}

const char* WireReader::CopyBytes(const char* ptr, size_t size_bytes,
                                  void* out) {
  char* to = static_cast<char*>(out);
  return ForEachPiece(ptr, size_bytes, [&to](const char* data, size_t size) {
    std::memcpy(to, data, size);
    to += size;
  });
}

const char* WireReader::Skip(const char* ptr, size_t size_bytes) {
  return ForEachPiece(ptr, size_bytes, [](const char*, size_t) {});
}

const char* WireReader::Fail(DecodeErrorKind kind, const char* ptr) {
  if (error_.kind == DecodeErrorKind::kNone) {
    error_.kind = kind;
    // What is read beyond the input's end is not part of it.
    error_.offset_bytes = std::min<uint64_t>(OffsetBytes(ptr), total_bytes_);
  }
  return nullptr;
}

const char* WireReader::FailedField(uint32_t tag) {
  if (error_.field_number == 0) error_.field_number = FieldNumber(tag);
  return nullptr;
}

}  // namespace backwire::wire
