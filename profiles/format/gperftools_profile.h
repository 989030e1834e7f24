// Reads the files of gperftools: CPU profiles, and heap, growth and allocation
// profiles in their text form. Both end in the memory map of the process.
//
//   cpu    = 0 3 0 period_us 0 {count depth address*depth} 0 1 0 map
//            (words of 64 bits, little-endian; the map is text)
//   heap   = "heap profile:" counts "@" kind ["/" period_bytes] newline
//            {counts "@" {address} newline} "MAPPED_LIBRARIES:" map
//   counts = objects ":" bytes "[" objects ":" bytes "]"
//            (live ones, then all that were ever allocated)
#ifndef BACKWIRE_PROFILES_FORMAT_GPERFTOOLS_PROFILE_H_
#define BACKWIRE_PROFILES_FORMAT_GPERFTOOLS_PROFILE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "profiles/format/raw_profile.h"

namespace backwire::profiles {

// Whether a file that begins with `head` (16 bytes of it suffice) is one of
// gperftools'.
bool IsGperftoolsProfile(absl::string_view head);

// Values of a CPU profile: "samples" and "cpu". Of the others: "inuse_objects"
// and "inuse_space", after "alloc_objects" and "alloc_space" if more was
// allocated than lives. Kinds that sample by bytes are scaled up to what the
// samples stand for.
//
// INVALID_ARGUMENT: it is no such file, or is cut off; the text says where.
absl::StatusOr<RawProfile> ParseGperftoolsProfile(absl::string_view content);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_FORMAT_GPERFTOOLS_PROFILE_H_
