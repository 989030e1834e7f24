// The main() of tests that run once per codec: `x_test --codec=generated`
// chooses it for the process, as a service does, and then runs the tests.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "absl/strings/match.h"
#include "backwire/grpc/start.h"

namespace {

constexpr char kFlag[] = "--codec=";

// Empty if the flag is missing.
std::string CodecFlag(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (absl::StartsWith(arg, kFlag)) return arg.substr(sizeof(kFlag) - 1);
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  backwire::StartOptions options;
  options.codec = CodecFlag(argc, argv);
  options.parity_sample_rate = 1;
  if (options.codec.empty()) {
    std::fprintf(stderr, "usage: %s --codec=NAME\n", argv[0]);
    return 2;
  }
  const absl::Status status = backwire::Start(options);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 2;
  }
  return RUN_ALL_TESTS();
}
