// What tests of the admin port's profiles share: a server to ask, and work for
// its profiler to see.
#ifndef BACKWIRE_SERVER_ADMIN_TESTING_ENDPOINTS_H_
#define BACKWIRE_SERVER_ADMIN_TESTING_ENDPOINTS_H_

#include <httplib.h>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "backwire/admin/admin_server.h"
#include "gtest/gtest.h"

namespace backwire::admin {

struct Answer {
  int status = 0;
  std::string body;
  std::string shared;
};

class ProfileEndpointsTest : public testing::Test {
 protected:
  void SetUp() override {
    AdminOptions options;
    options.max_profile_seconds = 60;
    auto server = AdminServer::Start(options);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  Answer Get(const std::string& path) const {
    httplib::Client client("127.0.0.1", server_->port());
    client.set_read_timeout(std::chrono::minutes(2));
    const auto result = client.Get(path);
    if (!result) return {};
    return {result->status, result->body,
            result->get_header_value("X-Backwire-Shared")};
  }

  std::future<Answer> GetLater(const std::string& path) const {
    return std::async(std::launch::async, [this, path] { return Get(path); });
  }

  // Each question is a round trip, so this needs no sleep.
  void WaitUntilRunning(const std::string& kind) const {
    const std::string running =
        "backwire_capture_running{kind=\"" + kind + "\"} 1";
    while (Get("/metrics").body.find(running) == std::string::npos) {
    }
  }

  std::unique_ptr<AdminServer> server_;
};

// Keeps a core busy with `work`, over and over, while it lives.
class BusyThread {
 public:
  explicit BusyThread(std::function<void()> work)
      : work_(std::move(work)), thread_([this] {
          while (!stop_) work_();
        }) {}
  ~BusyThread() {
    stop_ = true;
    thread_.join();
  }

 private:
  const std::function<void()> work_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_TESTING_ENDPOINTS_H_
