// Parsing the reference response into a generated view. Names are
// Decode/candidates/size/path/generated:
//   view           parsing alone
//   view_read_all  and then reading every string
#include <cstdlib>
#include <memory>

#include "backwire/benchmarks/candidates_shapes.h"
#include "backwire/benchmarks/text_reader.h"
#include "backwire/grpc/view.h"
#include "benchmark/benchmark.h"
#include "candidates/v1/candidates.backwire_view.h"

namespace backwire::benchmarks {
namespace {

using ::candidates::v1::CandidateView;
using ::candidates::v1::GenerateResponse;
using ::candidates::v1::GenerateResponseView;

void ReadAll(const GenerateResponseView& response) {
  TextReader reader;
  for (const CandidateView candidate : response.candidates()) {
    reader.Read(candidate.id());
    for (const auto [key, value] : candidate.metadata()) {
      reader.Read(key);
      reader.Read(value);
    }
  }
}

const bool registered = [] {
  for (const Shape& shape : CandidatesShapes()) {
    const auto view = std::make_shared<View<GenerateResponse>>();
    const auto parse = [view](const Input& input) {
      if (!view->Parse(input.bytes).ok()) std::abort();
      benchmark::ClobberMemory();
    };
    shape.Register("Decode", "view", "generated", parse);
    shape.Register("Decode", "view_read_all", "generated",
                   [view, parse](const Input& input) {
                     parse(input);
                     ReadAll(view->message());
                   });
  }
  return true;
}();

}  // namespace
}  // namespace backwire::benchmarks
