#include "backwire/benchmarks/candidates_shapes.h"

#include <memory>

#include "proto/workload/generate.h"

namespace backwire::benchmarks {

const std::vector<Shape>& CandidatesShapes() {
  static const auto* const shapes = [] {
    auto* const made = new std::vector<Shape>;
    for (const int size : {1, 10, 100, 500, 2000, 5000, 20'000, 100'000}) {
      made->emplace_back("candidates", size, [size] {
        return std::make_unique<candidates::v1::GenerateResponse>(
            workload::MakeReferenceResponse(size));
      });
    }
    return made;
  }();
  return *shapes;
}

}  // namespace backwire::benchmarks
