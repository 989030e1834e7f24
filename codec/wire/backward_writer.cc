#include "backwire/wire/backward_writer.h"

#include <algorithm>

#include "backwire/wire/copy.h"

namespace backwire::wire {

uint8_t* BackwardWriter::OpenBlock(size_t min_bytes, size_t written_bytes) {
  uint8_t* const cursor = BeginIn(source_->NextBlock(min_bytes, written_bytes));
  position_base_ += written_bytes;
  return cursor;
}

uint8_t* BackwardWriter::NextBlock(uint8_t* cursor, size_t min_bytes) {
  const size_t written_bytes = WrittenBytes(cursor);
  source_->CloseBlock(cursor);
  return OpenBlock(min_bytes, written_bytes);
}

uint8_t* BackwardWriter::WriteBytesChained(uint8_t* cursor, const uint8_t* data,
                                           size_t size) {
  for (;;) {
    const size_t piece = std::min(size, FreeBytes(cursor));
    size -= piece;
    cursor -= piece;
    CopyInPieces(cursor, reinterpret_cast<const char*>(data) + size, piece);
    if (size == 0) return cursor;
    cursor = NextBlock(cursor, std::min(size, kMaxReserveBytes));
  }
}

}  // namespace backwire::wire
