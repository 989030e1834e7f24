#include "client/plan/load_plan.h"

#include <gtest/gtest.h>

#include <functional>

namespace backwire::client {
namespace {

// The message of the error that `change` causes in a good plan; empty if none.
std::string ErrorAfter(const std::function<void(LoadPlan*)>& change) {
  LoadPlan plan;
  change(&plan);
  return std::string(Validate(plan).message());
}

TEST(LoadPlanTest, AcceptsTheDefaults) {
  EXPECT_EQ(ErrorAfter([](LoadPlan*) {}), "");
}

TEST(LoadPlanTest, AcceptsGrpcSchemesAndIpv6) {
  EXPECT_EQ(ErrorAfter([](LoadPlan* plan) {
              plan->connection.targets = {"dns:///host:1", "unix:/tmp/socket",
                                          "[::1]:50051", "host:65535"};
            }),
            "");
}

TEST(LoadPlanTest, RefusesBadTargets) {
  for (const char* target :
       {"", "host", "host:", ":1", "host:0", "host:65536", "host:http"}) {
    EXPECT_NE(ErrorAfter(
                  [&](LoadPlan* plan) { plan->connection.targets = {target}; }),
              "")
        << target;
  }
  EXPECT_NE(ErrorAfter([](LoadPlan* plan) { plan->connection.targets = {}; }),
            "");
}

TEST(LoadPlanTest, NamesFlagValueAndRange) {
  EXPECT_EQ(ErrorAfter([](LoadPlan* plan) { plan->pace.concurrency = 0; }),
            "--concurrency=0: expected 1 to 100000");
  EXPECT_EQ(ErrorAfter([](LoadPlan* plan) {
              plan->request.deadline = absl::ZeroDuration();
            }),
            "--deadline=0: expected 1ms to 1h");
}

TEST(LoadPlanTest, RefusesValuesOutOfRange) {
  const std::function<void(LoadPlan*)> changes[] = {
      [](LoadPlan* plan) { plan->connection.connections = 0; },
      [](LoadPlan* plan) { plan->connection.connections = 1001; },
      [](LoadPlan* plan) { plan->connection.max_receive_bytes = 0; },
      [](LoadPlan* plan) { plan->connection.max_send_bytes = -1; },
      [](LoadPlan* plan) {
        plan->connection.connect_timeout = absl::InfiniteDuration();
      },
      [](LoadPlan* plan) { plan->request.candidates = 0; },
      [](LoadPlan* plan) { plan->request.users = 0; },
      [](LoadPlan* plan) { plan->request.user_id = std::string(129, 'u'); },
      [](LoadPlan* plan) { plan->request.chunk_size = 10; },
      [](LoadPlan* plan) { plan->pace.max_in_flight = 0; },
      [](LoadPlan* plan) { plan->pace.warmup = -absl::Seconds(1); },
      [](LoadPlan* plan) { plan->pace.stall_timeout = absl::ZeroDuration(); },
      [](LoadPlan* plan) { plan->pace.duration = absl::Hours(25); },
      [](LoadPlan* plan) { plan->pace.count = 5; },
      [](LoadPlan* plan) { plan->pace.duration = absl::ZeroDuration(); },
      [](LoadPlan* plan) { plan->verify.catalogue_items = -1; },
      [](LoadPlan* plan) { plan->output.progress = absl::Nanoseconds(1); },
  };
  for (size_t i = 0; i < std::size(changes); ++i) {
    EXPECT_NE(ErrorAfter(changes[i]), "") << "change " << i;
  }
}

TEST(LoadPlanTest, RefusesWhatExcludesEachOther) {
  EXPECT_NE(ErrorAfter([](LoadPlan* plan) {
              plan->request.user_id = "me";
              plan->request.users = 2;
            }),
            "");
  EXPECT_NE(ErrorAfter([](LoadPlan* plan) {
              plan->pace.schedule = {{0, 10, absl::Seconds(1)}};
              plan->pace.warmup = absl::Seconds(1);
            }),
            "");
  EXPECT_NE(ErrorAfter([](LoadPlan* plan) {
              plan->output.json_file = plan->output.csv_file = "same";
            }),
            "");
}

TEST(LoadPlanTest, WantsTlsFilesToBelongTogether) {
  EXPECT_NE(ErrorAfter([](LoadPlan* plan) {
              plan->connection.tls.ca_file = "ca.pem";
            }),
            "");
  EXPECT_NE(ErrorAfter([](LoadPlan* plan) {
              plan->connection.tls.enabled = true;
              plan->connection.tls.cert_file = "cert.pem";
            }),
            "");
}

TEST(LoadPlanTest, RefusesMetadataThatGrpcWouldAbortOn) {
  const std::pair<std::string, std::string> bad[] = {
      {"", "x"},           {"Upper", "x"},
      {"with space", "x"}, {"grpc-timeout", "1"},
      {"Data-bin", "x"},   {"key", "line\nbreak"}};
  for (const auto& entry : bad) {
    EXPECT_NE(
        ErrorAfter([&](LoadPlan* plan) { plan->request.metadata = {entry}; }),
        "")
        << entry.first;
  }
  EXPECT_EQ(ErrorAfter([](LoadPlan* plan) {
              plan->request.metadata = {{"x-request.id_1", "a b"},
                                        {"data-bin", "line\nbreak"}};
            }),
            "");
}

}  // namespace
}  // namespace backwire::client
