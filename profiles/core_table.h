// The table of workloads, from one's monitoring: how many cores each takes and
// which share of them goes into encode and decode.
#ifndef BACKWIRE_PROFILES_CORE_TABLE_H_
#define BACKWIRE_PROFILES_CORE_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiles/share.h"

namespace backwire::profiles {

// nullopt: not known. A share that was given, not measured, has no interval:
// its bounds are itself.
struct CodecShares {
  std::optional<Share> encode;
  std::optional<Share> decode;
};

struct Workload {
  std::string name;
  double cores = 0;
  CodecShares shares;
};

// A share as people write it: "36.09%", "36.09 %" or "0.3609".
// INVALID_ARGUMENT: it is no number or not within 0 to 1 (0 % to 100 %).
absl::StatusOr<double> ParseShare(absl::string_view text);

// Reads a CSV file with the columns "workload" and "cores", and for the shares
// "encode_share", "decode_share" (either may be left out or empty), or
// "profile" (a CPU profile or a folder of them; the path starts from the
// table's folder). `fallback` fills in what a row lacks.
//
// INVALID_ARGUMENT, with file, line and column: of ReadCsv(); an unknown
// column, a number that is none, a share beside a profile, shares of more than
// 100 % together, a row without any share, two rows of one name. Errors of
// AnalyzeCpu() for profiles. REQUIRES: min_samples >= 1.
absl::StatusOr<std::vector<Workload>> ReadCoreTable(const std::string& path,
                                                    const CodecShares& fallback,
                                                    int64_t min_samples);

// Reads what "backwire-profile shares --json" prints for a CPU profile.
//
// NOT_FOUND: the file cannot be opened. INVALID_ARGUMENT: it is of another
// form.
absl::StatusOr<CodecShares> ReadSharesJson(const std::string& path);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_CORE_TABLE_H_
