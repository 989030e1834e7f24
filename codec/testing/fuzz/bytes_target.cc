// The targets `bytes` and `records`: an input of any bytes means to every
// decoder what it means to stock, whole and cut.
#include "backwire/testing/fuzz/checks.h"
#include "backwire/testing/fuzz/input.h"
#include "backwire/testing/fuzz/target.h"

namespace backwire::fuzz {
namespace {

void Run(std::string_view bytes) {
  static auto* const checks = new Checks;
  const Input input = ParseInput(bytes);
  BeginCase(*input.type, input.bytes);
  EndCase(*input.type, input.bytes,
          checks->CheckDecode(*input.type, input.bytes, input.feeding));
}

}  // namespace

const FuzzTarget& TheTarget() {
  static constexpr FuzzTarget kTarget = {&Run, &InputSeeds};
  return kTarget;
}

}  // namespace backwire::fuzz
