// Runs the tests and says how many comparisons with stock they made.
#include <cstdio>

#include "backwire/testing/differential.h"
#include "gtest/gtest.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  std::printf("comparisons with stock: %llu\n",
              static_cast<unsigned long long>(backwire::testing::ChecksDone()));
  return result;
}
