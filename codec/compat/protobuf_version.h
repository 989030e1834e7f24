// The linked protobuf's version, and what stock's parser does otherwise in
// newer ones. Light, for the headers that generated code includes.
#ifndef BACKWIRE_COMPAT_PROTOBUF_VERSION_H_
#define BACKWIRE_COMPAT_PROTOBUF_VERSION_H_

#include "google/protobuf/stubs/common.h"

// 1 where the linked protobuf knows editions, and with them features, accessors
// that give views, and map keys that borrow their text. That is from 4.22 on in
// parts; what stands between 3.21 and this number has not been tried.
#if GOOGLE_PROTOBUF_VERSION >= 6030000
#define BACKWIRE_PROTOBUF_HAS_EDITIONS 1
#else
#define BACKWIRE_PROTOBUF_HAS_EDITIONS 0
#endif

namespace backwire::compat {

// True if an enum's number without a name is cut to 32 bits before it is kept
// as an unknown field; older versions keep what was on the wire.
inline constexpr bool kCutsUnknownEnums = BACKWIRE_PROTOBUF_HAS_EDITIONS;

// True if a bool inside a map's entry is cut to 32 bits before it is looked at,
// unlike one anywhere else.
inline constexpr bool kCutsBoolsInEntries = !BACKWIRE_PROTOBUF_HAS_EDITIONS;

// True if the parser refuses text in extensions that is not UTF-8, by the same
// rules as in fields. It says nothing of it in the log, and extensions are
// encoded whatever they hold; older versions never look into them.
inline constexpr bool kChecksUtf8OfExtensions = BACKWIRE_PROTOBUF_HAS_EDITIONS;

// True if the parser refuses an item of a MessageSet as soon as it reads the
// number 0 for it; older versions only where its message follows.
inline constexpr bool kRefusesItemsOfNumberZero =
    BACKWIRE_PROTOBUF_HAS_EDITIONS;

}  // namespace backwire::compat

#endif  // BACKWIRE_COMPAT_PROTOBUF_VERSION_H_
