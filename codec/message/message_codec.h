// MessageCodec<M>: how a message of type M is encoded and decoded inside
// another one. Generated code specialises it, in the .pb.h of M, so that every
// translation unit that can name M sees the same choice. This header has only
// forward declarations, since a .pb.h includes it.
#ifndef BACKWIRE_MESSAGE_MESSAGE_CODEC_H_
#define BACKWIRE_MESSAGE_MESSAGE_CODEC_H_

#include <cstdint>

namespace backwire {
namespace wire {
class BackwardWriter;
class WireReader;
}  // namespace wire

// A specialisation has
//   static constexpr bool kGenerated = true;
//   static uint8_t* Encode(const M&, uint8_t* cursor, wire::BackwardWriter&);
//     writes the fields of the message, without tag and length, below `cursor`
//     and returns the new cursor;
//   static const char* Decode(M&, const char* ptr, wire::WireReader&);
//     merges records into the message up to the reader's limit or an EGROUP,
//     and returns the new position or nullptr.
// The primary template (message/stock_codec.h) lets stock do the work.
template <class M>
struct MessageCodec;

}  // namespace backwire

#endif  // BACKWIRE_MESSAGE_MESSAGE_CODEC_H_
