// The corpus: inputs that were once of interest, one a file, each taken as
// stock takes it, whole and cut everywhere, and encoded again.
#include "backwire/testing/corpus.h"

#include <memory>
#include <optional>
#include <string>

#include "backwire/testing/differential.h"
#include "google/protobuf/descriptor.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::DescriptorPool;
using ::google::protobuf::Message;

TEST(CorpusTest, IsTakenAsStockTakesIt) {
  const SilentLog silent;
  int cases = 0;
  int accepted = 0;
  for (const auto& path : ListCorpus(BACKWIRE_CORPUS_DIR)) {
    std::string error;
    const std::optional<CorpusCase> input = ReadCorpusCase(path, &error);
    ASSERT_TRUE(input.has_value()) << error;
    if (TypesLeftOut().count(input->type) != 0) continue;
    ASSERT_NE(
        DescriptorPool::generated_pool()->FindMessageTypeByName(input->type),
        nullptr)
        << path << ": no type " << input->type;
    const TestedType* const type = FindTestedType(input->type);
    // Left to stock by this codec; views read it.
    if (type == nullptr) continue;
    const ExpectedDecode expected(*type, input->bytes);
    EXPECT_TRUE(expected.HoldsForAllCuts(5000)) << path;
    if (expected.accepted() && type->twin == nullptr) {
      const std::unique_ptr<Message> msg = type->New();
      StockMerge(input->bytes, msg.get());
      EXPECT_TRUE(EncodesAsStock(*type, *msg)) << path;
    }
    ++cases;
    if (expected.accepted()) ++accepted;
  }
  // A wrong folder, or a corpus that no longer has both kinds, would pass.
  EXPECT_GE(cases, 40);
  EXPECT_GE(accepted, 15);
  EXPECT_GE(cases - accepted, 15);
}

}  // namespace
}  // namespace backwire::testing
