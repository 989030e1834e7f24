// A block source that fails, or has no more room, from any block on: nothing is
// lost, and the size that the writer reports is still the message's.
#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>
#include <vector>

#include "backwire/testing/differential.h"
#include "backwire/testing/failing_new.h"
#include "backwire/testing/random_message.h"
#include "backwire/wire/backward_writer.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Message;

constexpr size_t kBlockBytes = 24;
constexpr size_t kEndless = 100'000;

// Blocks of 24 bytes, or of what is asked for.
class LimitedBlocks final : public wire::BlockSource {
 public:
  // What the block after the first `room` ones is.
  enum class Then { kException, kScratch };
  LimitedBlocks(size_t room, Then then) : room_(room), then_(then) {}

  wire::Block NextBlock(size_t min_bytes, size_t) override {
    if (room_ == 0) {
      exhausted_ = true;
      if (then_ == Then::kException) throw std::bad_alloc();
      return {scratch_, scratch_ + sizeof(scratch_)};
    }
    --room_;
    const size_t size = std::max(min_bytes, kBlockBytes);
    blocks_.emplace_back(new uint8_t[size]);
    end_ = blocks_.back().get() + size;
    return {blocks_.back().get(), end_};
  }
  void CloseBlock(uint8_t* first_used) override {
    if (exhausted_) return;
    message_.insert(message_.begin(), first_used, end_);
  }

  bool exhausted() const { return exhausted_; }
  std::string message() const { return {message_.begin(), message_.end()}; }

 private:
  size_t room_;
  Then then_;
  bool exhausted_ = false;
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;
  uint8_t* end_ = nullptr;
  std::vector<uint8_t> message_;
  uint8_t scratch_[wire::BackwardWriter::kMaxReserveBytes];
};

// How one encode through such a source ended.
struct Ending {
  bool exception = false;
  bool exhausted = false;
  size_t size_bytes = 0;
  std::string message;
};

Ending Encode(const TestedType& type, const Message& msg, size_t room,
              LimitedBlocks::Then then) {
  Ending ending;
  LimitedBlocks blocks(room, then);
  try {
    wire::BackwardWriter writer(&blocks, /*deterministic=*/true);
    ending.size_bytes =
        writer.Finish(type.codec->encode(msg, writer.Begin(), writer));
    ending.message = blocks.message();
  } catch (const std::bad_alloc&) {
    ending.exception = true;
  }
  ending.exhausted = blocks.exhausted();
  return ending;
}

// Calls `check(type, msg, expected bytes)` with a random message of each type.
template <class Check>
void ForAllTypes(Check&& check) {
  RandomMessages random(31);
  for (const TestedType& type : AllTestedTypes()) {
    SCOPED_TRACE(type.codec->full_name);
    const std::unique_ptr<Message> twin = type.NewForStock();
    random.Fill(twin.get());
    const std::unique_ptr<Message> msg = type.New();
    ASSERT_TRUE(StockMerge(StockBytes(*twin), msg.get()));
    check(type, *msg, StockBytes(*twin));
  }
}

TEST(FailingBlockTest, AnExceptionAtAnyBlockLosesNothing) {
  int failures = 0;
  ForAllTypes([&](const TestedType& type, const Message& msg,
                  const std::string& expected) {
    for (size_t room = 0; room < kEndless; ++room) {
      const int64_t live = LiveAllocations();
      const bool failed =
          Encode(type, msg, room, LimitedBlocks::Then::kException).exception;
      ASSERT_EQ(LiveAllocations(), live) << room;
      if (!failed) break;
      ++failures;
    }
    const Ending last =
        Encode(type, msg, kEndless, LimitedBlocks::Then::kException);
    EXPECT_EQ(last.message, expected);
  });
  EXPECT_GT(failures, 500);
}

TEST(FailingBlockTest, ASourceWithoutRoomStillGivesTheSize) {
  int without_room = 0;
  ForAllTypes([&](const TestedType& type, const Message& msg,
                  const std::string& expected) {
    for (size_t room = 0; room < kEndless; ++room) {
      const Ending ending =
          Encode(type, msg, room, LimitedBlocks::Then::kScratch);
      ASSERT_EQ(ending.size_bytes, expected.size()) << room;
      if (!ending.exhausted) {
        EXPECT_EQ(ending.message, expected);
        break;
      }
      ++without_room;
    }
  });
  EXPECT_GT(without_room, 500);
}

}  // namespace
}  // namespace backwire::testing
