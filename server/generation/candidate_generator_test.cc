#include "server/generation/candidate_generator.h"

#include <functional>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire::server {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;
using ::testing::HasSubstr;

const CandidateGenerator& Generator() {
  static const auto* generator = new CandidateGenerator(
      workload::MakeReferenceCatalogue(200, 1), {/*max_candidates=*/300,
                                                 /*default_chunk_size=*/50});
  return *generator;
}

GenerateRequest Request(int count) {
  GenerateRequest request;
  request.set_user_id("alice");
  request.set_candidate_count(count);
  return request;
}

// The error of a request of 10 candidates after `change`; "" if it is valid.
std::string ErrorAfter(const std::function<void(GenerateRequest*)>& change) {
  GenerateRequest request = Request(10);
  change(&request);
  const absl::Status status = Generator().CheckStream(request);
  EXPECT_TRUE(status.ok() || absl::IsInvalidArgument(status));
  return std::string(status.message());
}

TEST(CandidateGeneratorTest, ChecksTheNumberOfCandidates) {
  const auto error = [](int count) {
    return ErrorAfter([&](auto* r) { r->set_candidate_count(count); });
  };
  EXPECT_EQ(error(1), "");
  EXPECT_EQ(error(200), "");
  EXPECT_EQ(error(0), "GenerateRequest.candidate_count is 0; give 1 to 300");
  EXPECT_THAT(error(-1), HasSubstr("candidate_count is -1; give 1 to 300"));
  EXPECT_THAT(error(301), HasSubstr("candidate_count is 301; give 1 to 300"));
  EXPECT_THAT(error(201), HasSubstr("catalogue has only 200 items"));
}

TEST(CandidateGeneratorTest, ChecksTheUserId) {
  const auto error = [](size_t size) {
    return ErrorAfter([&](auto* r) { r->set_user_id(std::string(size, 'u')); });
  };
  EXPECT_EQ(error(1), "");
  EXPECT_EQ(error(128), "");
  EXPECT_THAT(error(0), HasSubstr("user_id length in bytes is 0"));
  EXPECT_THAT(error(129), HasSubstr("is 129; give 1 to 128"));
}

TEST(CandidateGeneratorTest, ChecksTheContext) {
  const auto error = [](int entries, size_t key_bytes, size_t value_bytes) {
    return ErrorAfter([&](GenerateRequest* request) {
      for (int i = 0; i < entries; ++i) {
        std::string key = key_bytes == 0 ? "" : absl::StrCat(i);
        key.resize(key_bytes, 'k');
        (*request->mutable_context())[key] = std::string(value_bytes, 'v');
      }
    });
  };
  EXPECT_EQ(error(32, 64, 256), "");
  EXPECT_EQ(error(1, 1, 0), "");
  EXPECT_THAT(error(33, 64, 1), HasSubstr("context size is 33; give 0 to 32"));
  EXPECT_THAT(error(1, 0, 1), HasSubstr("context key length in bytes is 0"));
  EXPECT_THAT(error(1, 65, 1), HasSubstr("is 65; give 1 to 64"));
  EXPECT_THAT(error(1, 1, 257), HasSubstr("is 257; give 0 to 256"));
}

TEST(CandidateGeneratorTest, ChecksTheChunkSizeOfStreamsOnly) {
  const auto error = [](int chunk) {
    return ErrorAfter([&](auto* r) { r->set_chunk_size(chunk); });
  };
  EXPECT_EQ(error(0), "");
  EXPECT_EQ(error(10), "");
  EXPECT_THAT(error(-1), HasSubstr("chunk_size is -1; give 0 to 10"));
  EXPECT_THAT(error(11), HasSubstr("chunk_size is 11; give 0 to 10"));
  GenerateRequest request = Request(10);
  request.set_chunk_size(11);
  EXPECT_TRUE(Generator().CheckUnary(request).ok());
}

TEST(CandidateGeneratorTest, ChunkSizeIsTheRequestsOrTheDefault) {
  GenerateRequest request = Request(100);
  EXPECT_EQ(Generator().ChunkSize(request), 50);
  request.set_chunk_size(7);
  EXPECT_EQ(Generator().ChunkSize(request), 7);
  EXPECT_EQ(Generator().ChunkSize(Request(20)), 20);
}

TEST(CandidateGeneratorTest, FillsTheAskedRange) {
  GenerateResponse response;
  Generator().Fill(Request(100), {}, 10, 20, &response);
  ASSERT_EQ(response.candidates_size(), 20);
  EXPECT_EQ(response.candidates(0).metadata().at("rank"), "11");
  EXPECT_EQ(response.candidates(19).metadata().at("rank"), "30");
}

}  // namespace
}  // namespace backwire::server
