// The loops of packed_varint.h, written over a Machine: what the instructions
// at hand can do in one step. Each packed_varint_<machine>.cc includes this
// file once, with its own Machine and compiler flags, so everything here has
// internal linkage, and what it calls is forced inline: no function compiled
// for one machine may be merged with another's.
//
// Neighbours mostly have the same length. Both directions therefore go by runs
// of one length: the length stands in a register, is checked by one compare
// that the processor predicts, and the cursor does not wait for the data. Where
// lengths change all the time that prediction fails, so short runs are followed
// by a stretch of kMixedValues without any branch on the length.
//
// Machine:
//   kBlock                              the bytes of one step: 8 or 16
//   size_t CountBlocks(&p, end)         bytes below 0x80 in the whole blocks of
//                                       [p, end), which p is moved over
//   uint32_t HighBits(p)                the high bits of the bytes of a block
//   void WidenSingles<Map>(p, values)   varints of one byte to kBlock values
//   void WidenDoubles<Map>(p, values)   varints of two bytes to kBlock / 2
//   bool PackSingles<Map>(values, out)  kBlock values to such a block, if all
//                                       are below 0x80
//   bool PackDoubles<Map>(values, out)  kBlock / 2 values to such a block, if
//                                       all take two bytes
//   uint64_t Gather(w, mask)            packs the bits under `mask`, whose
//   bytes
//                                       are 0x7f or 0 above the last 0x7f
//   uint64_t Scatter(v)                 56 bits to 8 x 7
#ifndef BACKWIRE_WIRE_PACKED_VARINT_KERNELS_H_
#define BACKWIRE_WIRE_PACKED_VARINT_KERNELS_H_

#include <cstdint>
#include <cstring>

#include "backwire/wire/packed_varint.h"
#include "backwire/wire/port.h"
#include "backwire/wire/varint_mapping.h"
#include "backwire/wire/words.h"

namespace backwire::wire {
namespace {

constexpr uint64_t kLowBits = 0x7f7f7f7f7f7f7f7f;
constexpr int kShortRun = 4;
constexpr int kMixedValues = 16;

// Not std::min, which may stand out of line.
inline ptrdiff_t Least(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

inline void Store64(uint64_t word, void* p) {
  std::memcpy(p, &word, sizeof(word));
}

template <class Machine>
size_t CountVarints(const char* ptr, const char* end) {
  size_t count = Machine::CountBlocks(&ptr, end);
  for (; ptr != end; ++ptr) count += static_cast<uint8_t>(*ptr) < 0x80;
  return count;
}

// ---- Decoding ----

// The high bits of the bytes that end a varint.
inline uint64_t StopsOf(uint64_t word) { return ~word & kHighBits; }

// The mask of the lowest stop's byte and those below it.
inline uint64_t UpTo(uint64_t stops) { return stops ^ (stops - 1); }

inline int LengthOf(uint64_t stops) { return (__builtin_ctzll(stops) + 1) / 8; }

template <class Machine>
inline uint64_t GatherAll(uint64_t word) {
  return Machine::Gather(word, kLowBits);
}

// Varints of 10 bytes: those of negative numbers.
template <class Machine, class Map>
const char* DecodeTens(const char* p, const char* end,
                       typename Map::Value** values) {
  typename Map::Value* v = *values;
  for (; p < end; p += 10) {
    const uint64_t word = Load64(p);
    // The last 8 bytes, of which the highest ends the varint. What it holds
    // above the 64th bit falls off.
    const uint64_t tail = Load64(p + 2);
    if (StopsOf(word) != 0 || (tail & kHighBits) != kHighBits >> 8) break;
    *v++ = Map::FromWire(GatherAll<Machine>(word) |
                         GatherAll<Machine>(tail) >> 42 << 56);
  }
  *values = v;
  return p;
}

template <class Machine, class Map>
const char* DecodeNines(const char* p, const char* end,
                        typename Map::Value** values) {
  typename Map::Value* v = *values;
  for (; p < end; p += 9) {
    const uint64_t word = Load64(p);
    const uint64_t ninth = static_cast<uint8_t>(p[8]);
    if ((word & kHighBits) != kHighBits || ninth >= 0x80) break;
    *v++ = Map::FromWire(GatherAll<Machine>(word) | ninth << 56);
  }
  *values = v;
  return p;
}

// How many bits from the lowest one on are 0, at most `limit`.
inline ptrdiff_t LeadingZeros(uint32_t bits, ptrdiff_t limit) {
  return __builtin_ctz(bits | uint32_t{1} << limit);
}

// Varints of one and of two bytes, by blocks: what the first few of a block
// have in common decides how it is widened, and they are consumed; what was
// written for the others is overwritten later. So the array must have room for
// a block. A block that is all alike is a case of its own, in which the next
// block's address does not wait for this one's bytes.
template <class Machine, class Map>
const char* DecodeSmall(const char* p, const char* end,
                        typename Map::Value* values_end,
                        typename Map::Value** values) {
  constexpr ptrdiff_t kBlock = Machine::kBlock;
  constexpr uint32_t kDoubles = 0x5555 & ((1 << kBlock) - 1);
  typename Map::Value* v = *values;
  while (p < end && values_end - v >= kBlock) {
    const uint32_t more = Machine::HighBits(p);
    const bool whole = end - p >= kBlock;
    if (more == 0 && whole) {
      Machine::template WidenSingles<Map>(p, v);
      p += kBlock;
      v += kBlock;
    } else if (more == kDoubles && whole) {
      Machine::template WidenDoubles<Map>(p, v);
      p += kBlock;
      v += kBlock / 2;
    } else if ((more & 1) == 0) {
      const ptrdiff_t count = Least(LeadingZeros(more, kBlock), end - p);
      Machine::template WidenSingles<Map>(p, v);
      p += count;
      v += count;
    } else {
      const ptrdiff_t count =
          Least(LeadingZeros(more ^ kDoubles, kBlock), end - p) / 2;
      if (count == 0) break;
      Machine::template WidenDoubles<Map>(p, v);
      p += 2 * count;
      v += count;
    }
  }
  *values = v;
  return p;
}

// Varints of `length` bytes, 1 to 8.
template <class Machine, class Map>
const char* DecodeRun(const char* p, const char* end, int length,
                      typename Map::Value** values) {
  const uint64_t upto = UpTo(uint64_t{0x80} << (8 * length - 8));
  const uint64_t high = kHighBits & upto;
  const uint64_t more = high >> 8;
  const uint64_t payload = kLowBits & upto;
  typename Map::Value* v = *values;
  for (; p < end; p += length) {
    const uint64_t word = Load64(p);
    if ((word & high) != more) break;
    *v++ = Map::FromWire(Machine::Gather(word, payload));
  }
  *values = v;
  return p;
}

// Up to kMixedValues varints of at most 8 bytes, without a branch on the
// length.
template <class Machine, class Map>
const char* DecodeMixed(const char* p, const char* end,
                        typename Map::Value** values) {
  typename Map::Value* v = *values;
  for (int i = 0; i < kMixedValues && p < end; ++i) {
    const uint64_t word = Load64(p);
    const uint64_t stops = StopsOf(word);
    if (BACKWIRE_UNLIKELY(stops == 0)) break;
    *v++ = Map::FromWire(Machine::Gather(word, UpTo(stops) & kLowBits));
    p += LengthOf(stops);
  }
  *values = v;
  return p;
}

// A run of the kind of the varint at `p`; nothing if it is too long.
template <class Machine, class Map>
const char* DecodeNext(const char* p, const char* end,
                       typename Map::Value* values_end,
                       typename Map::Value** values) {
  const uint64_t stops = StopsOf(Load64(p));
  if (stops == 0) {
    return static_cast<signed char>(p[8]) >= 0
               ? DecodeNines<Machine, Map>(p, end, values)
               : DecodeTens<Machine, Map>(p, end, values);
  }
  if ((stops & 0x8080) != 0) {
    const char* const before = p;
    p = DecodeSmall<Machine, Map>(p, end, values_end, values);
    if (p != before) return p;
  }
  return DecodeRun<Machine, Map>(p, end, LengthOf(stops), values);
}

template <class Machine, class Map>
const char* DecodeVarints(const char* p, const char* end, void** out,
                          void* out_end) {
  using Value = typename Map::Value;
  auto* v = static_cast<Value*>(*out);
  auto* const v_end = static_cast<Value*>(out_end);
  while (p < end) {
    const Value* const before = v;
    p = DecodeNext<Machine, Map>(p, end, v_end, &v);
    if (BACKWIRE_UNLIKELY(v == before)) break;
    if (v - before < kShortRun) p = DecodeMixed<Machine, Map>(p, end, &v);
  }
  *out = v;
  return p;
}

// ---- Encoding ----

inline int SizeOf(uint64_t w) { return static_cast<int>(VarintSize(w)); }

// Writes a varint of 1 to 8 bytes.
template <class Machine>
inline uint8_t* WriteShort(uint64_t w, int size, uint8_t* cursor) {
  const int unused_bits = 64 - 8 * size;
  // All bytes but the last one go on.
  const uint64_t more = kHighBits >> unused_bits >> 8;
  const uint64_t bytes = Machine::Scatter(w) | more;
  // The highest byte stands right below the cursor; what is below the varint is
  // overwritten by the next one.
  Store64(bytes << unused_bits, cursor - 8);
  return cursor - size;
}

// Writes a varint of 9 or 10 bytes.
template <class Machine>
inline uint8_t* WriteLong(uint64_t w, uint8_t* cursor) {
  const auto ninth = static_cast<uint8_t>(w >> 56);
  if (ninth < 0x80) {
    *--cursor = ninth;
  } else {
    *--cursor = 1;
    *--cursor = ninth;
  }
  cursor -= 8;
  Store64(Machine::Scatter(w & ~(uint64_t{0xff} << 56)) | kHighBits, cursor);
  return cursor;
}

template <class Machine>
inline uint8_t* WriteAny(uint64_t w, uint8_t* cursor) {
  if (BACKWIRE_UNLIKELY(w >> 56 != 0)) return WriteLong<Machine>(w, cursor);
  return WriteShort<Machine>(w, SizeOf(w), cursor);
}

// What is to be written, last value first, and where.
template <class Value>
struct Output {
  bool HasRoom() const { return cursor - floor >= VarintKernels::kStepBytes; }

  const Value* first;
  // Behind the next value to write.
  const Value* last;
  const uint8_t* floor;
  uint8_t* cursor;
};

template <class Machine, class Map>
void EncodeSingles(Output<typename Map::Value>& out) {
  // A copy, that it may live in registers: bytes may alias anything.
  Output<typename Map::Value> o = out;
  while (o.last - o.first >= Machine::kBlock && o.HasRoom() &&
         Machine::template PackSingles<Map>(o.last - Machine::kBlock,
                                            o.cursor - Machine::kBlock)) {
    o.last -= Machine::kBlock;
    o.cursor -= Machine::kBlock;
  }
  out = o;
}

template <class Machine, class Map>
void EncodeDoubles(Output<typename Map::Value>& out) {
  constexpr ptrdiff_t kValues = Machine::kBlock / 2;
  Output<typename Map::Value> o = out;
  while (o.last - o.first >= kValues && o.HasRoom() &&
         Machine::template PackDoubles<Map>(o.last - kValues,
                                            o.cursor - Machine::kBlock)) {
    o.last -= kValues;
    o.cursor -= Machine::kBlock;
  }
  out = o;
}

// Values of `size` bytes, 1 to 8.
template <class Machine, class Map>
void EncodeRun(int size, Output<typename Map::Value>& out) {
  const uint64_t least = size == 1 ? 0 : uint64_t{1} << (7 * size - 7);
  const uint64_t span = (uint64_t{1} << 7 * size) - least;
  Output<typename Map::Value> o = out;
  while (o.last != o.first && o.HasRoom()) {
    const uint64_t w = Map::ToWire(o.last[-1]);
    if (w - least >= span) break;
    o.cursor = WriteShort<Machine>(w, size, o.cursor);
    --o.last;
  }
  out = o;
}

template <class Machine, class Map>
void EncodeLongRun(Output<typename Map::Value>& out) {
  Output<typename Map::Value> o = out;
  while (o.last != o.first && o.HasRoom()) {
    const uint64_t w = Map::ToWire(o.last[-1]);
    if (w >> 56 == 0) break;
    o.cursor = WriteLong<Machine>(w, o.cursor);
    --o.last;
  }
  out = o;
}

template <class Machine, class Map>
void EncodeMixed(Output<typename Map::Value>& out) {
  Output<typename Map::Value> o = out;
  for (int i = 0; i < kMixedValues && o.last != o.first && o.HasRoom(); ++i) {
    o.cursor = WriteAny<Machine>(Map::ToWire(*--o.last), o.cursor);
  }
  out = o;
}

// A run of the size of the last value.
template <class Machine, class Map>
void EncodeNext(Output<typename Map::Value>& out) {
  const typename Map::Value* const before = out.last;
  const uint64_t w = Map::ToWire(before[-1]);
  if (w >> 56 != 0) return EncodeLongRun<Machine, Map>(out);
  if (w < 0x80) {
    EncodeSingles<Machine, Map>(out);
  } else if (w < 0x4000) {
    EncodeDoubles<Machine, Map>(out);
  }
  if (out.last == before) EncodeRun<Machine, Map>(SizeOf(w), out);
}

template <class Machine, class Map>
uint8_t* EncodeVarints(const void* values, size_t* count, const uint8_t* floor,
                       uint8_t* cursor) {
  const auto* const first = static_cast<const typename Map::Value*>(values);
  Output<typename Map::Value> out{first, first + *count, floor, cursor};
  while (out.last != first && out.HasRoom()) {
    const typename Map::Value* const before = out.last;
    EncodeNext<Machine, Map>(out);
    if (before - out.last < kShortRun) EncodeMixed<Machine, Map>(out);
  }
  *count = static_cast<size_t>(out.last - first);
  return out.cursor;
}

template <class Machine>
constexpr VarintKernels MakeVarintKernels(const char* name) {
  return {name,
          CountVarints<Machine>,
          {DecodeVarints<Machine, Int32Mapping>,
           DecodeVarints<Machine, UInt32Mapping>,
           DecodeVarints<Machine, SInt32Mapping>,
           DecodeVarints<Machine, Int64Mapping>,
           DecodeVarints<Machine, SInt64Mapping>,
           DecodeVarints<Machine, BoolMapping>},
          {EncodeVarints<Machine, Int32Mapping>,
           EncodeVarints<Machine, UInt32Mapping>,
           EncodeVarints<Machine, SInt32Mapping>,
           EncodeVarints<Machine, Int64Mapping>,
           EncodeVarints<Machine, SInt64Mapping>,
           EncodeVarints<Machine, BoolMapping>}};
}

// ---- What machines share ----

// Gather and Scatter by shifts of ever larger groups.
struct PortableBits {
  static uint64_t Gather(uint64_t w, uint64_t mask) {
    w &= mask;
    w = (w & 0x007f007f007f007f) | (w & 0x7f007f007f007f00) >> 1;
    w = (w & 0x00003fff00003fff) | (w & 0x3fff00003fff0000) >> 2;
    return (w & 0x000000000fffffff) | (w & 0x0fffffff00000000) >> 4;
  }
  static uint64_t Scatter(uint64_t v) {
    v = (v & 0x000000000fffffff) | (v & 0x00fffffff0000000) << 4;
    v = (v & 0x00003fff00003fff) | (v & 0x0fffc0000fffc000) << 2;
    return (v & 0x007f007f007f007f) | (v & 0x3f803f803f803f80) << 1;
  }
};

}  // namespace
}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_PACKED_VARINT_KERNELS_H_
