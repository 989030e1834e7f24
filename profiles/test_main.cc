// Removes the tests' files when the program ends.
#include <filesystem>

#include "gtest/gtest.h"
#include "profiles/testing_profile.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  std::error_code ignored;
  std::filesystem::remove_all(backwire::profiles::TestFolder(), ignored);
  return result;
}
