// What the tests of generated builders share.
#ifndef BACKWIRE_BUILDER_BUILDER_TEST_SUPPORT_H_
#define BACKWIRE_BUILDER_BUILDER_TEST_SUPPORT_H_

#include <string>

#include "backwire/builder/builder.h"
#include "backwire/builder/memory_outputs.h"
#include "gtest/gtest.h"

namespace backwire::builder {

// What `fill(builder)` writes.
template <class M, class Fill>
std::string Built(Fill&& fill) {
  static auto* const output = new StringOutput;
  Builder<M> builder(output);
  fill(builder);
  std::string bytes;
  const absl::Status status = output->Finish(&bytes);
  EXPECT_TRUE(status.ok()) << status;
  return bytes;
}

}  // namespace backwire::builder

#endif  // BACKWIRE_BUILDER_BUILDER_TEST_SUPPORT_H_
