// Wire bytes written for people, as the corpus files and the tests have them.
//
//   text    := (item | "#" comment up to the line's end)*
//   item    := xx                 a byte: two hexadecimal digits
//            | "text"             bytes; \\, \" and \xNN stand for one byte each
//            | N:TYPE             the tag of field N; TYPE is VARINT, I64, LEN,
//                                 SGROUP, EGROUP or I32, or a number 0 to 7
//            | vN  vN/B           a varint, in its shortest form or in B bytes
//            | i32:N  i64:N       four or eight bytes, little-endian
//            | { text }           a length prefix and what stands inside
//            | N*( text )         the same, N times
//   N       := a decimal number, negative ones in two's complement
#ifndef BACKWIRE_TESTING_WIRE_TEXT_H_
#define BACKWIRE_TESTING_WIRE_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace backwire::testing {

// The bytes; nullopt with *error set ("byte 12: ...") if `text` is not of the
// form above.
std::optional<std::string> ParseWireText(std::string_view text,
                                         std::string* error);

// The same for text in the tests' own source: ends the program if it is wrong.
std::string Wire(std::string_view text);

// `value` in `size_bytes` bytes, or in as many as it takes if 0. Padded forms
// have more bytes than needed; above ten they are no varint any more.
std::string Varint(uint64_t value, size_t size_bytes = 0);

// `bytes` with a length prefix of `prefix_bytes` bytes (0: the shortest).
std::string Prefixed(std::string_view bytes, size_t prefix_bytes = 0);

// "08 96 01": for messages.
std::string HexOf(std::string_view bytes);

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_WIRE_TEXT_H_
