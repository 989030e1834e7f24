#include "backwire/admin/symbol.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

// Outside the unnamed namespace: a name that the symbol table keeps.
extern "C" __attribute__((noinline)) int BackwireSymbolTestTarget(int value) {
  return value + 1;
}

namespace backwire::admin {
namespace {

std::string TargetAddress() {
  return absl::StrCat(
      "0x", absl::Hex(reinterpret_cast<uintptr_t>(&BackwireSymbolTestTarget)));
}

TEST(SymbolTest, NamesAnAddress) {
  EXPECT_EQ(Symbolize(TargetAddress()),
            TargetAddress() + "\tBackwireSymbolTestTarget\n");
}

TEST(SymbolTest, LeavesOutWhatHasNoName) {
  EXPECT_EQ(Symbolize("0x1+zebra++" + TargetAddress() + "+"),
            TargetAddress() + "\tBackwireSymbolTestTarget\n");
  EXPECT_EQ(Symbolize(""), "");
}

}  // namespace
}  // namespace backwire::admin
