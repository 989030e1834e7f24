// The reference response as the benchmarks of all codecs start from it, and
// their registration under Op/candidates/size/path/codec.
#ifndef BACKWIRE_BENCHMARKS_CANDIDATES_INPUT_H_
#define BACKWIRE_BENCHMARKS_CANDIDATES_INPUT_H_

#include <functional>
#include <string>

#include "proto/workload/generate.h"

namespace backwire::benchmarks {

// One response in all forms.
struct Input {
  explicit Input(int candidate_count)
      : message(workload::MakeReferenceResponse(candidate_count)),
        bytes(message.SerializeAsString()) {}

  ::candidates::v1::GenerateResponse message;
  std::string bytes;
};

// What is measured.
using Body = std::function<void(const Input&)>;

// Registers the body for 100, 500, 2,000 and 5,000 candidates. It runs twice
// before it is counted, so that it may learn a size.
void Register(const std::string& op, const std::string& path_and_codec,
              const Body& body);

}  // namespace backwire::benchmarks

#endif  // BACKWIRE_BENCHMARKS_CANDIDATES_INPUT_H_
