#include "backwire/grpc/view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backwire/testing/allocations.h"
#include "candidates/v1/candidates.backwire_view.h"

namespace backwire {
namespace {

using ::candidates::v1::Candidate;
using ::candidates::v1::GenerateRequest;
using ::candidates::v1::GenerateResponse;
using ::grpc::ByteBuffer;
using ::grpc::Slice;
using ::testing::HasSubstr;

std::string ResponseBytes(int candidates, const std::string& id) {
  GenerateResponse response;
  for (int i = 0; i < candidates; ++i) {
    Candidate* const candidate = response.add_candidates();
    candidate->set_id(id + std::to_string(i));
    (*candidate->mutable_metadata())["key"] = "value" + std::to_string(i);
  }
  response.set_response_id("response");
  return response.SerializeAsString();
}

ByteBuffer ToBuffer(std::string_view bytes, size_t piece_bytes) {
  std::vector<Slice> slices;
  for (size_t at = 0; at < bytes.size(); at += piece_bytes) {
    const std::string_view piece = bytes.substr(at, piece_bytes);
    slices.emplace_back(piece.data(), piece.size());
  }
  return ByteBuffer(slices.data(), slices.size());
}

void ExpectResponse(const ::candidates::v1::GenerateResponseView& response,
                    int candidates, const std::string& id) {
  EXPECT_EQ(response.response_id(), "response");
  ASSERT_EQ(response.candidates_size(), candidates);
  int i = 0;
  for (const auto candidate : response.candidates()) {
    EXPECT_EQ(candidate.id(), id + std::to_string(i));
    EXPECT_EQ(candidate.metadata().find("key"), "value" + std::to_string(i));
    ++i;
  }
}

TEST(ViewTest, ReadsASpan) {
  const std::string bytes = ResponseBytes(3, "id");
  View<GenerateResponse> view;
  EXPECT_EQ(view.message().candidates_size(), 0);
  ASSERT_TRUE(view.Parse(bytes).ok());
  ExpectResponse(view.message(), 3, "id");
  EXPECT_EQ(view.pinned_bytes(), bytes.size());
  view.Clear();
  EXPECT_EQ(view.message().candidates_size(), 0);
  EXPECT_EQ(view.pinned_bytes(), 0u);
}

TEST(ViewTest, ReadsSlicesOfAnySize) {
  const std::string bytes = ResponseBytes(5, "a longer identifier ");
  View<GenerateResponse> view;
  for (const size_t piece_bytes : {1, 2, 7, 30, 1000}) {
    ASSERT_TRUE(view.Parse(ToBuffer(bytes, piece_bytes)).ok());
    ExpectResponse(view.message(), 5, "a longer identifier ");
    EXPECT_EQ(view.pinned_bytes(), bytes.size());
  }
}

TEST(ViewTest, SaysWhatIsWrongAndWhere) {
  View<GenerateResponse> view;
  const std::string good = ResponseBytes(1, "id");
  ASSERT_TRUE(view.Parse(good).ok());
  for (const ::grpc::Status& status : {view.Parse(std::string_view("\x0a\x05"
                                                                   "abc")),
                                       view.Parse(ToBuffer("\x0a\x05"
                                                           "abc",
                                                           2))}) {
    EXPECT_EQ(status.error_code(), ::grpc::StatusCode::INTERNAL);
    EXPECT_THAT(status.error_message(),
                HasSubstr("candidates.v1.GenerateResponse: "));
    EXPECT_THAT(status.error_message(), HasSubstr("at byte "));
    EXPECT_THAT(status.error_message(), HasSubstr(", field 1"));
  }
  EXPECT_FALSE(view.status().ok());
  EXPECT_EQ(view.message().candidates_size(), 0);
  EXPECT_EQ(view.pinned_bytes(), 0u);
  ASSERT_TRUE(view.Parse(good).ok());
  EXPECT_TRUE(view.status().ok());
}

TEST(ViewTest, RefusesABufferThatIsNone) {
  View<GenerateResponse> view;
  EXPECT_EQ(view.Parse(ByteBuffer()).error_code(),
            ::grpc::StatusCode::INTERNAL);
  EXPECT_EQ(view.status().error_code(), ::grpc::StatusCode::INTERNAL);
  EXPECT_EQ((::grpc::SerializationTraits<View<GenerateResponse>>::Deserialize(
                 nullptr, &view))
                .error_code(),
            ::grpc::StatusCode::INTERNAL);
  // One without slices is an empty message.
  EXPECT_TRUE(view.Parse(ByteBuffer(nullptr, 0)).ok());
}

// A slice over memory that says when it is let go.
class WatchedBytes {
 public:
  explicit WatchedBytes(std::string bytes) : bytes_(std::move(bytes)) {}
  ByteBuffer Buffer() {
    const Slice slice(bytes_.data(), bytes_.size(), &Release, this);
    released_ = false;
    return ByteBuffer(&slice, 1);
  }
  bool released() const { return released_; }

 private:
  static void Release(void* self) {
    static_cast<WatchedBytes*>(self)->released_ = true;
  }
  std::string bytes_;
  bool released_ = true;
};

TEST(ViewTest, HoldsTheSlicesAsLongAsTheMessage) {
  WatchedBytes good(ResponseBytes(4, "identifier"));
  WatchedBytes next(ResponseBytes(2, "identifier"));
  WatchedBytes bad(std::string(40, '\xff'));
  const uint64_t pinned_before = CountViews().pinned_bytes;
  {
    View<GenerateResponse> view;
    ASSERT_TRUE(view.Parse(good.Buffer()).ok());
    EXPECT_FALSE(good.released());
    EXPECT_EQ(CountViews().pinned_bytes - pinned_before, view.pinned_bytes());
    ASSERT_TRUE(view.Parse(next.Buffer()).ok());
    EXPECT_TRUE(good.released());
    EXPECT_FALSE(next.released());
    EXPECT_FALSE(view.Parse(bad.Buffer()).ok());
    EXPECT_TRUE(next.released());
    EXPECT_TRUE(bad.released());
    ASSERT_TRUE(view.Parse(good.Buffer()).ok());
    EXPECT_FALSE(good.released());
  }
  EXPECT_TRUE(good.released());
  EXPECT_EQ(CountViews().pinned_bytes, pinned_before);
}

TEST(ViewTest, MovesWithWhatItHolds) {
  WatchedBytes one(ResponseBytes(4, "identifier"));
  WatchedBytes two(ResponseBytes(2, "identifier"));
  View<GenerateResponse> view;
  ASSERT_TRUE(view.Parse(one.Buffer()).ok());
  const ::candidates::v1::GenerateResponseView before = view.message();
  View<GenerateResponse> moved(std::move(view));
  ExpectResponse(before, 4, "identifier");
  ExpectResponse(moved.message(), 4, "identifier");

  View<GenerateResponse> target;
  ASSERT_TRUE(target.Parse(two.Buffer()).ok());
  target = std::move(moved);
  EXPECT_TRUE(two.released());
  EXPECT_FALSE(one.released());
  ExpectResponse(target.message(), 4, "identifier");
}

TEST(ViewTest, CountsMessagesAndRefusedOnes) {
  const ViewCounts before = CountViews();
  const std::string bytes = ResponseBytes(1, "id");
  View<GenerateResponse> view;
  ASSERT_TRUE(view.Parse(ToBuffer(bytes, 10)).ok());
  ASSERT_FALSE(view.Parse(ToBuffer("\x0a", 10)).ok());
  const ViewCounts after = CountViews();
  EXPECT_EQ(after.messages - before.messages, 1u);
  EXPECT_EQ(after.refused_messages - before.refused_messages, 1u);
  EXPECT_EQ(after.message_bytes - before.message_bytes, bytes.size() + 1);
}

ViewCounts CountsOf(std::string_view type_name) {
  for (const TypeViewCounts& type : CountViewsByType()) {
    if (type.type_name == type_name) return type.counts;
  }
  return {};
}

TEST(ViewTest, CountsByMessageType) {
  constexpr char kResponse[] = "candidates.v1.GenerateResponse";
  constexpr char kRequest[] = "candidates.v1.GenerateRequest";
  const std::string bytes = ResponseBytes(1, "id");
  const ViewCounts responses = CountsOf(kResponse);
  const ViewCounts requests = CountsOf(kRequest);
  View<GenerateResponse> response;
  ASSERT_TRUE(response.Parse(ToBuffer(bytes, 10)).ok());
  View<GenerateRequest> request;
  ASSERT_FALSE(request.Parse(ToBuffer("\x0a", 10)).ok());
  EXPECT_EQ(CountsOf(kResponse).messages - responses.messages, 1u);
  EXPECT_EQ(CountsOf(kResponse).pinned_bytes - responses.pinned_bytes,
            bytes.size());
  EXPECT_EQ(CountsOf(kRequest).messages, requests.messages);
  EXPECT_EQ(CountsOf(kRequest).refused_messages, requests.refused_messages + 1);
  EXPECT_EQ(CountsOf(kRequest).pinned_bytes, requests.pinned_bytes);
  // A view takes its count along.
  const View<GenerateResponse> moved(std::move(response));
  EXPECT_EQ(CountsOf(kResponse).pinned_bytes - responses.pinned_bytes,
            bytes.size());
}

TEST(ViewTest, AllocatesNothingFromTheSecondMessageOn) {
  if (!testing::AllocationsAreCounted()) {
    GTEST_SKIP() << "a sanitizer is in the place of the counters";
  }
  const std::string bytes = ResponseBytes(200, "a longer identifier ");
  View<GenerateResponse> view;
  size_t read_bytes = 0;
  for (int i = 0; i < 3; ++i) {
    ByteBuffer buffer = ToBuffer(bytes, 1000);
    const uint64_t allocations = testing::CountAllocations([&] {
      ASSERT_TRUE(view.Parse(std::move(buffer)).ok());
      for (const auto candidate : view.message().candidates()) {
        read_bytes += candidate.id().size();
        for (const auto [key, value] : candidate.metadata()) {
          read_bytes += key.size() + value.size();
        }
      }
    });
    if (i > 0) {
      EXPECT_EQ(allocations, 0u);
    }
  }
  EXPECT_GT(read_bytes, 3 * 200 * 20u);
}

}  // namespace
}  // namespace backwire
