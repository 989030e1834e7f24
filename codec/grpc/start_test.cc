// The choice is the process's: all tests here end with stock.
#include "backwire/grpc/start.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "backwire/registry/active_codec.h"
#include "backwire/registry/log.h"

namespace backwire {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Line {
  LogSeverity severity;
  std::string text;
};
std::vector<Line>* const g_lines = new std::vector<Line>;

class StartTest : public testing::Test {
 protected:
  StartTest() {
    g_lines->clear();
    SetLogSink([](LogSeverity severity, absl::string_view line) {
      g_lines->push_back({severity, std::string(line)});
    });
  }
  ~StartTest() override { SetLogSink(nullptr); }
};

TEST_F(StartTest, AParityLimitBeyondProtobufsIsRefusedAndChoosesNothing) {
  StartOptions options;
  options.codec = "parity";
  options.parity_max_message_bytes = size_t{1} << 31;
  EXPECT_EQ(Start(options).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ActiveCodec(), CodecName::kStock);
  EXPECT_TRUE(g_lines->empty());
}

TEST_F(StartTest, ARateThatIsNoShareIsRefusedAndChoosesNothing) {
  for (const double rate :
       {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(Start({"parity", rate}).code(),
              absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(ActiveCodec(), CodecName::kStock);
  EXPECT_TRUE(g_lines->empty());
}

TEST_F(StartTest, AnUnknownNameMeansStockAndOneWarningThatListsTheNames) {
  ASSERT_TRUE(Start({"fastest", 0.01}).ok());
  EXPECT_EQ(ActiveCodec(), CodecName::kStock);
  ASSERT_EQ(g_lines->size(), 2);
  EXPECT_EQ((*g_lines)[0].severity, LogSeverity::kWarning);
  EXPECT_THAT((*g_lines)[0].text,
              AllOf(HasSubstr("fastest"),
                    HasSubstr("stock, reflective, generated, parity")));
  EXPECT_EQ((*g_lines)[1].severity, LogSeverity::kInfo);
  EXPECT_EQ((*g_lines)[1].text, "codec: stock");
}

TEST_F(StartTest, NoNameMeansStock) {
  ASSERT_TRUE(Start({}).ok());
  EXPECT_EQ(ActiveCodec(), CodecName::kStock);
  ASSERT_EQ(g_lines->size(), 1);
  EXPECT_EQ((*g_lines)[0].text, "codec: stock");
}

TEST_F(StartTest, AnotherCodecLaterIsRefused) {
  ASSERT_TRUE(Start({"stock", 0.01}).ok());
  g_lines->clear();
  const absl::Status status = Start({"generated", 0.01});
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("already chosen"));
  EXPECT_TRUE(Start({"stock", 0.01}).ok());
  EXPECT_EQ(ActiveCodec(), CodecName::kStock);
}

}  // namespace
}  // namespace backwire
