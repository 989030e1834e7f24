#include "backwire/admin/admin_server.h"

#include <httplib.h>

#include <atomic>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "prometheus/counter.h"
#include "prometheus/registry.h"

namespace backwire::admin {
namespace {

using testing::HasSubstr;

std::unique_ptr<AdminServer> StartOrDie(AdminOptions options = {}) {
  auto server = AdminServer::Start(std::move(options));
  EXPECT_TRUE(server.ok()) << server.status();
  return *std::move(server);
}

httplib::Result Get(const AdminServer& server, const std::string& path,
                    const httplib::Headers& headers = {}) {
  httplib::Client client("127.0.0.1", server.port());
  return client.Get(path, headers);
}

TEST(AdminServerTest, ServesStatusHealthMetricsAndCommandLine) {
  AdminOptions options;
  options.title = "test service";
  options.status_rows = [] {
    return std::vector<StatusRow>{{"workload", "metadata"}};
  };
  options.registry = std::make_shared<prometheus::Registry>();
  prometheus::BuildCounter()
      .Name("requests_total")
      .Help("Requests")
      .Register(*options.registry)
      .Add({})
      .Increment(7);
  const auto server = StartOrDie(std::move(options));

  const auto status = Get(*server, "/");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->status, 200);
  EXPECT_THAT(status->body, HasSubstr("test service"));
  EXPECT_THAT(status->body, HasSubstr("metadata"));
  EXPECT_THAT(status->body, HasSubstr("/pprof/allocs"));
  EXPECT_EQ(Get(*server, "/healthz")->status, 200);
  EXPECT_THAT(Get(*server, "/metrics")->body, HasSubstr("requests_total 7"));
  EXPECT_THAT(Get(*server, "/metrics")->body,
              HasSubstr("backwire_active_codec{codec=\"stock\"} 1"));
  EXPECT_THAT(Get(*server, "/pprof/cmdline")->body, HasSubstr("admin_test\n"));
  EXPECT_EQ(Get(*server, "/nothing")->status, 404);
}

TEST(AdminServerTest, AnswersHealthAsTheServiceSays) {
  std::atomic<bool> healthy{true};
  AdminOptions options;
  options.healthy = [&] { return healthy.load(); };
  const auto server = StartOrDie(std::move(options));
  EXPECT_EQ(Get(*server, "/healthz")->status, 200);
  healthy = false;
  EXPECT_EQ(Get(*server, "/healthz")->status, 503);
}

TEST(AdminServerTest, RefusesAPortInUse) {
  const auto first = StartOrDie();
  AdminOptions options;
  options.address = absl::StrCat("127.0.0.1:", first->port());
  const auto second = AdminServer::Start(options);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()),
              HasSubstr(options.address));
}

TEST(AdminServerTest, RefusesAnOpenAddressWithoutToken) {
  AdminOptions options;
  options.address = "0.0.0.0:0";
  EXPECT_EQ(AdminServer::Start(options).status().code(),
            absl::StatusCode::kInvalidArgument);
  options.address = "nonsense";
  EXPECT_EQ(AdminServer::Start(options).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(AdminServerTest, WantsItsTokenEverywhereButForHealth) {
  AdminOptions options;
  options.token = "secret";
  const auto server = StartOrDie(std::move(options));
  EXPECT_EQ(Get(*server, "/healthz")->status, 200);
  for (const char* path : {"/", "/metrics", "/pprof/cmdline", "/?token=wrong",
                           "/?token=", "/?token=secretsecret"}) {
    EXPECT_EQ(Get(*server, path)->status, 401) << path;
  }
  EXPECT_EQ(Get(*server, "/?token=secret")->status, 200);
  EXPECT_EQ(
      Get(*server, "/metrics", {{"Authorization", "Bearer secret"}})->status,
      200);
  EXPECT_EQ(
      Get(*server, "/metrics", {{"Authorization", "Bearer secre"}})->status,
      401);
}

TEST(AdminServerTest, SymbolizesMoreThanAFormMayHold) {
  const auto server = StartOrDie();
  EXPECT_EQ(Get(*server, "/pprof/symbol")->body, "num_symbols: 1\n");
  std::string addresses;
  const int count = 2000;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&addresses, i == 0 ? "" : "+", "0x",
                    absl::Hex(reinterpret_cast<uintptr_t>(&std::malloc)));
  }
  httplib::Client client("127.0.0.1", server->port());
  const auto answer = client.Post("/pprof/symbol", addresses,
                                  "application/x-www-form-urlencoded");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(std::count(answer->body.begin(), answer->body.end(), '\n'), count);
  EXPECT_THAT(answer->body, HasSubstr("malloc"));
}

TEST(AdminServerTest, StopsTwiceAndFreesThePort) {
  const auto first = StartOrDie();
  AdminOptions options;
  options.address = absl::StrCat("127.0.0.1:", first->port());
  first->Shutdown();
  first->Shutdown();
  StartOrDie(std::move(options));
}

}  // namespace
}  // namespace backwire::admin
