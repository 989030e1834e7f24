#include "backwire/admin/address.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire::admin {
namespace {

TEST(AddressTest, ReadsHostAndPort) {
  const auto address = ParseAddress("127.0.0.1:8080");
  ASSERT_TRUE(address.ok()) << address.status();
  EXPECT_EQ(address->host, "127.0.0.1");
  EXPECT_EQ(address->port, 8080);
}

TEST(AddressTest, ReadsBracketedIpv6) {
  const auto address = ParseAddress("[::1]:0");
  ASSERT_TRUE(address.ok()) << address.status();
  EXPECT_EQ(address->host, "::1");
  EXPECT_EQ(address->port, 0);
}

TEST(AddressTest, RefusesMalformedText) {
  for (const char* text :
       {"", "localhost", ":80", "localhost:", "localhost:65536", "localhost:-1",
        "localhost:+1", "localhost: 1", "localhost:http", "::1:80", "[::1:80",
        "::1]:80", "[]:80"}) {
    const auto address = ParseAddress(text);
    EXPECT_EQ(address.status().code(), absl::StatusCode::kInvalidArgument)
        << text;
    EXPECT_THAT(std::string(address.status().message()),
                testing::HasSubstr("host:port"))
        << text;
  }
}

TEST(AddressTest, TellsLoopbackFromTheRest) {
  for (const char* host : {"localhost", "127.0.0.1", "127.9.9.9", "::1"}) {
    EXPECT_TRUE(IsLoopback(host)) << host;
  }
  for (const char* host : {"0.0.0.0", "::", "10.0.0.1", "128.0.0.1",
                           "127.example.com", "localhost.example.com"}) {
    EXPECT_FALSE(IsLoopback(host)) << host;
  }
}

}  // namespace
}  // namespace backwire::admin
