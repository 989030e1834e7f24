// What was measured for one codec: the manifest that scripts/profile.sh writes
// and the load client's results beside it.
#ifndef BACKWIRE_PROFILES_MANIFEST_H_
#define BACKWIRE_PROFILES_MANIFEST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace backwire::profiles {

// What the load client measured in one run.
struct ClientResult {
  int64_t responses = 0;  // successful ones
  int64_t failed = 0;
  double seconds = 0;
  double p50_ms = 0;
  double p99_ms = 0;
  double client_cpu_seconds = 0;
};

// What the codec's own timers say of a run, in seconds.
struct TimedCodec {
  double encode_seconds = 0;
  double decode_seconds = 0;
};

// What the kernel's profiler saw: samples, and those of them with an encoder or
// a decoder in their stack.
struct PerfSamples {
  int64_t samples = 0;
  int64_t encode = 0;
  int64_t decode = 0;
};

struct MeasuredRun {
  std::string cpu_profile;  // path
  double server_cpu_seconds = 0;
  std::optional<TimedCodec> timers;
  ClientResult client;
};

struct MeasuredAllocations {
  std::string profile;  // path
  int64_t sampled_every = 1;
  int64_t responses = 0;  // sent while the allocations were sampled
};

struct Manifest {
  std::string codec;
  std::string workload;  // "metadata"; "" in manifests that do not tell
  int candidates = 0;
  int concurrency = 0;
  std::string machine;            // "Xeon … , 2 cores"
  std::string commit;             // of the program
  std::string versions;           // "gRPC 1.51.1, protobuf 3.21.12, …"
  std::vector<MeasuredRun> runs;  // at least one
  std::optional<MeasuredAllocations> allocations;
  std::optional<PerfSamples> perf;
};

// Reads <directory>/manifest.json and the client's results that it names.
//
// NOT_FOUND, INVALID_ARGUMENT: a file is missing or malformed; the text names
// the file and the field. FAILED_PRECONDITION: calls failed in a run, none
// was made, or the client declared it void: such a run is no measurement.
absl::StatusOr<Manifest> ReadManifest(const std::string& directory);

// Reads the manifest of every folder in `directory` that has one, in the order
// of the folders' names. NOT_FOUND if there is none; else as above.
absl::StatusOr<std::vector<Manifest>> ReadManifests(
    const std::string& directory);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_MANIFEST_H_
