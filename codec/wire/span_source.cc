#include "backwire/wire/span_source.h"

#include <cstring>

namespace backwire::wire {

Block SpanSource::NextBlock(size_t min_bytes, size_t /*written_bytes*/) {
  in_scratch_ =
      overflowed_ || static_cast<size_t>(filled_ - begin_) < min_bytes;
  if (in_scratch_) return {scratch_, scratch_ + sizeof(scratch_)};
  return {begin_, filled_};
}

void SpanSource::CloseScratch(uint8_t* first_used) {
  const auto size =
      static_cast<size_t>(scratch_ + sizeof(scratch_) - first_used);
  if (static_cast<size_t>(filled_ - begin_) < size) overflowed_ = true;
  // An empty span may have no memory at all.
  if (overflowed_ || size == 0) return;
  filled_ -= size;
  std::memcpy(filled_, first_used, size);
}

}  // namespace backwire::wire
