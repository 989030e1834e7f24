// That one message in kTimedEvery is timed, in both directions. The choice of
// the codec is the process's.
#include <grpcpp/impl/codegen/proto_utils.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "backwire/grpc/seam.h"
#include "backwire/grpc/start.h"
#include "backwire/registry/counters.h"
#include "hops/hops.pb.h"

namespace backwire {
namespace {

using Traits = ::grpc::SerializationTraits<google::protobuf::MessageLite>;

TypeCounters CountersOfRequest() {
  for (const TypeCounters& type : SnapshotCounters().types) {
    if (type.type_name == "backwire.hops.EchoRequest") return type;
  }
  ADD_FAILURE() << "the type has no counters";
  return {};
}

void EncodeAndDecode(const std::string& text = "text") {
  hops::EchoRequest message;
  message.set_text(text);
  ::grpc::ByteBuffer buffer;
  bool own_buffer = false;
  google::protobuf::MessageLite* const lite = &message;
  ASSERT_TRUE(Traits::Serialize(*lite, &buffer, &own_buffer).ok());
  ASSERT_TRUE(Traits::Deserialize(&buffer, lite).ok());
}

TEST(SeamTimeTest, TimesOneMessageInKTimedEvery) {
  ASSERT_TRUE(Start({"generated", 0.01}).ok());
  const TypeCounters before = CountersOfRequest();
  for (uint64_t i = 0; i < 16 * kTimedEvery; ++i) EncodeAndDecode();
  const TypeCounters after = CountersOfRequest();
  EXPECT_EQ(after.encoded_messages - before.encoded_messages, 16 * kTimedEvery);
  EXPECT_NEAR(after.timed_encodes - before.timed_encodes, 16, 2);
  EXPECT_NEAR(after.timed_decodes - before.timed_decodes, 16, 2);
  EXPECT_GT(after.timed_encode_ns, before.timed_encode_ns);
  EXPECT_GT(after.timed_decode_ns, before.timed_decode_ns);
}

// Lets its threads go when all of them have come.
class Gathering {
 public:
  explicit Gathering(int size) : size_(size) {}

  void Wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const int64_t round = come_++ / size_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return come_ >= (round + 1) * size_; });
  }

 private:
  const int64_t size_;
  int64_t come_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
};

// Messages that come four at a time, as the answers to a fan-out do: each
// thread has turns of its own.
TEST(SeamTimeTest, TimesAsManyOfMessagesThatComeTogether) {
  ASSERT_TRUE(Start({"generated", 0.01}).ok());
  constexpr int kThreads = 4, kRounds = 4 * kTimedEvery;
  const std::string text(4 << 20, 'x');
  const TypeCounters before = CountersOfRequest();
  Gathering gathering(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        gathering.Wait();
        EncodeAndDecode(text);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const TypeCounters after = CountersOfRequest();
  EXPECT_NEAR(after.timed_encodes - before.timed_encodes, 16, 4);
  EXPECT_NEAR(after.timed_decodes - before.timed_decodes, 16, 4);
}

}  // namespace
}  // namespace backwire
