#include "profiles/speedup.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::HasSubstr;

std::string OneRun(const std::string& codec, const std::string& time,
                   const std::string& more = "") {
  return R"({"name": "E/x/)" + codec + R"(", "run_name": "E/x/)" + codec +
         R"(", "run_type": "iteration", "cpu_time": )" + time +
         R"(, "time_unit": "us")" + more + "}";
}

std::string File(const std::string& runs) {
  return WriteTestFile("bench.json", R"({"benchmarks": [)" + runs + "]}");
}

TEST(SpeedupTest, ComparesMediansOfRepetitions) {
  const std::string path =
      File(OneRun("stock", "900") + "," + OneRun("stock", "1000") + "," +
           OneRun("stock", "1200") + "," + OneRun("generated", "200") + "," +
           OneRun("generated", "180") + "," + OneRun("generated", "300") +
           R"(,{"name": "E/x/stock_mean", "run_name": "E/x/stock",
          "run_type": "aggregate", "cpu_time": 9, "time_unit": "us"})");
  const auto speedup = MeasuredSpeedup(path, "E/x", "stock", "generated");
  ASSERT_TRUE(speedup.ok()) << speedup.status();
  EXPECT_NEAR(speedup->value, 5, 1e-9);
  EXPECT_NEAR(speedup->low, 900 / 300.0, 1e-9);
  EXPECT_NEAR(speedup->high, 1200 / 180.0, 1e-9);
  EXPECT_EQ(speedup->source,
            "E/x: stock 1.000 ms, generated 0.200 ms, medians of CPU time");
}

TEST(SpeedupTest, TakesCountersThatAreNoNumber) {
  const auto speedup = MeasuredSpeedup(
      File(OneRun("stock", "2", R"(, "allocs": NaN)") + "," +
           OneRun("generated", "1", R"(, "allocs": -Infinity)")),
      "E/x", "stock", "generated");
  ASSERT_TRUE(speedup.ok()) << speedup.status();
  EXPECT_DOUBLE_EQ(speedup->value, 2);
}

TEST(SpeedupTest, SaysWhatIsWrong) {
  const std::string good =
      OneRun("stock", "1") + "," + OneRun("generated", "1");
  for (const auto& [path, name, error] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"no/such.json", "E/x", "cannot open"},
           {WriteTestFile("text.json", "text"), "E/x", "no JSON file"},
           {WriteTestFile("empty.json", "{}"), "E/x", "no JSON file"},
           {File(good), "E/y",
            "no benchmark E/y/stock; of stock there are: E/x/stock"}}) {
    const auto speedup = MeasuredSpeedup(path, name, "stock", "generated");
    EXPECT_FALSE(speedup.ok());
    EXPECT_THAT(std::string(speedup.status().message()), HasSubstr(error));
  }
  for (const std::string& run :
       {OneRun("generated", "0"),
        OneRun("generated", "1", R"(, "error_occurred": true)")}) {
    EXPECT_EQ(MeasuredSpeedup(File(OneRun("stock", "1") + "," + run), "E/x",
                              "stock", "generated")
                  .status()
                  .code(),
              absl::StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace backwire::profiles
