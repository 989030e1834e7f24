// Writes a profile in pprof's own form, with names, so that it can be read
// without the program that it came from.
#ifndef BACKWIRE_PROFILES_FORMAT_PPROF_PROFILE_H_
#define BACKWIRE_PROFILES_FORMAT_PPROF_PROFILE_H_

#include <cstdint>
#include <string>

#include "profiles/format/raw_profile.h"

namespace backwire::profiles {

class PprofProfile;

struct PprofTimes {
  int64_t start_unix_ns = 0;  // 0: not known
  int64_t duration_ns = 0;    // 0: not known
};

// Asks `symbolize` once for each address. Addresses without a name keep the
// file that they lie in.
PprofProfile ToPprof(const RawProfile& profile, const Symbolizer& symbolize,
                     const PprofTimes& times = {});

// profile.proto, gzip-compressed.
std::string Compress(const PprofProfile& profile);

// Both in one, for callers that do not know the message's class.
std::string ToCompressedPprof(const RawProfile& profile,
                              const Symbolizer& symbolize,
                              const PprofTimes& times);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_FORMAT_PPROF_PROFILE_H_
