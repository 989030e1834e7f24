// Restarts the test program as a service would, so that its profiles can be
// taken.
#include <cstdio>

#include "backwire/admin/profiling_environment.h"
#include "gtest/gtest.h"

int main(int argc, char** argv) {
  const absl::Status status =
      backwire::admin::RestartWithProfilingEnvironment(argv);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
