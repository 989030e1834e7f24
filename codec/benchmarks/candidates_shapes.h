// The reference response as all benchmarks of it start from it.
#ifndef BACKWIRE_BENCHMARKS_CANDIDATES_SHAPES_H_
#define BACKWIRE_BENCHMARKS_CANDIDATES_SHAPES_H_

#include <vector>

#include "backwire/benchmarks/cases.h"

namespace backwire::benchmarks {

// "candidates" in 100, 500, 2,000 and 5,000; the message is a
// candidates.v1.GenerateResponse.
const std::vector<Shape>& CandidatesShapes();

}  // namespace backwire::benchmarks

#endif  // BACKWIRE_BENCHMARKS_CANDIDATES_SHAPES_H_
