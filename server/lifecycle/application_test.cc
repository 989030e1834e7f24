// The service over a real loopback connection, within this process.
#include "server/lifecycle/application.h"

#include <httplib.h>

#include <set>
#include <thread>

#include "absl/strings/str_cat.h"
#include "candidates/v1/candidates.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/create_channel.h"
#include "gtest/gtest.h"
#include "proto/workload/generate.h"
#include "server/testing/raw_call.h"
#include "server/testing/stalled_stream.h"
#include "server/testing/temp_dir.h"

namespace backwire::server {
namespace {

using candidates::v1::CandidateService;
using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;
using config::ServerConfig;
using ::testing::HasSubstr;

constexpr char kService[] = "candidates.v1.CandidateService";

ServerConfig TestConfig() {
  ServerConfig config;
  config.set_listen_address("127.0.0.1:0");
  config.mutable_admin()->set_address("127.0.0.1:0");
  return config;
}

GenerateRequest Request(int count, int chunk_size = 0) {
  GenerateRequest request;
  request.set_user_id("alice");
  request.set_candidate_count(count);
  request.set_chunk_size(chunk_size);
  return request;
}

// A running service and a client.
class Fixture {
 public:
  explicit Fixture(const ServerConfig& config = TestConfig())
      : application_(Application::Start(config).value()),
        channel_(
            grpc::CreateChannel(address(), grpc::InsecureChannelCredentials())),
        stub_(CandidateService::NewStub(channel_)) {}

  grpc::Status Generate(const GenerateRequest& request,
                        GenerateResponse* response) {
    grpc::ClientContext context;
    return stub_->Generate(&context, request, response);
  }

  grpc::Status Stream(const GenerateRequest& request,
                      std::vector<GenerateResponse>* chunks) {
    grpc::ClientContext context;
    const auto reader = stub_->GenerateStream(&context, request);
    GenerateResponse chunk;
    while (reader->Read(&chunk)) chunks->push_back(chunk);
    return reader->Finish();
  }

  std::string address() const {
    return "127.0.0.1:" + std::to_string(application_->grpc_port());
  }
  Application& application() { return *application_; }
  const std::shared_ptr<grpc::Channel>& channel() { return channel_; }

 private:
  std::unique_ptr<Application> application_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<CandidateService::Stub> stub_;
};

// What must be the same whether responses are messages or built.
class ResponseTest : public ::testing::TestWithParam<config::Response> {
 protected:
  static ServerConfig Config() {
    ServerConfig config = TestConfig();
    config.set_response(GetParam());
    return config;
  }
  static ServerConfig SimilarityConfig() {
    ServerConfig config = Config();
    config.set_workload(config::SIMILARITY);
    config.mutable_catalogue()->set_generated_items(1000);
    config.mutable_limits()->set_max_candidates(1000);
    return config;
  }
  static ServerConfig StalledConfig() {
    ServerConfig config = Config();
    config.mutable_limits()->set_max_candidates(testing::kStalledCandidates);
    return config;
  }
};

void ExpectChunksOfTheWhole(Fixture& fixture) {
  GenerateResponse whole;
  ASSERT_TRUE(fixture.Generate(Request(100), &whole).ok());
  std::vector<GenerateResponse> chunks;
  ASSERT_TRUE(fixture.Stream(Request(100, 33), &chunks).ok());
  ASSERT_EQ(chunks.size(), 4u);
  EXPECT_EQ(chunks[0].candidates_size(), 33);
  EXPECT_EQ(chunks[3].candidates_size(), 1);
  GenerateResponse joined = chunks[0];
  for (size_t i = 1; i < chunks.size(); ++i) {
    EXPECT_EQ(chunks[i].response_id(), whole.response_id());
    EXPECT_EQ(chunks[i].model_version(), whole.model_version());
    joined.mutable_candidates()->MergeFrom(chunks[i].candidates());
  }
  EXPECT_EQ(joined.DebugString(), whole.DebugString());
}

INSTANTIATE_TEST_SUITE_P(Forms, ResponseTest,
                         ::testing::Values(config::MESSAGE, config::BUILDER),
                         [](const auto& info) {
                           return config::Response_Name(info.param);
                         });

TEST_P(ResponseTest, GeneratesTheReferenceResponse) {
  Fixture fixture(Config());
  GenerateRequest request = Request(2000);
  request.set_user_id(workload::kReferenceUserId);
  GenerateResponse response;
  const grpc::Status status = fixture.Generate(request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.ByteSizeLong(), 540'934u);
  EXPECT_EQ(response.DebugString(),
            workload::MakeReferenceResponse(2000).DebugString());
}

// The candidates are others than those of METADATA, and every one has the same
// number of bytes.
TEST_P(ResponseTest, GeneratesTheNearestItems) {
  Fixture fixture(SimilarityConfig());
  GenerateResponse response;
  const grpc::Status status = fixture.Generate(Request(1000), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  const workload::Catalogue items = workload::MakeReferenceCatalogue(
      1000, SimilarityConfig().catalogue().seed());
  GenerateResponse metadata;
  workload::GenerateCandidates(items, "alice", 0, 1000, &metadata);
  EXPECT_EQ(response.ByteSizeLong(), metadata.ByteSizeLong());
  EXPECT_EQ(response.response_id(), metadata.response_id());
  std::set<std::string> ids;
  std::string last_score = "1";
  for (int i = 0; i < response.candidates_size(); ++i) {
    const auto& candidate = response.candidates(i);
    ids.insert(candidate.id());
    EXPECT_EQ(candidate.metadata().at("rank"), std::to_string(i + 1));
    EXPECT_LE(candidate.metadata().at("relevance_score"), last_score);
    last_score = candidate.metadata().at("relevance_score");
  }
  EXPECT_EQ(ids.size(), 1000u);
  EXPECT_NE(response.candidates(0).id(), metadata.candidates(0).id());
}

TEST_P(ResponseTest, StreamsTheNearestItemsInChunks) {
  Fixture fixture(SimilarityConfig());
  ExpectChunksOfTheWhole(fixture);
}

TEST_P(ResponseTest, StreamsTheSameInChunks) {
  Fixture fixture(Config());
  ExpectChunksOfTheWhole(fixture);
}
TEST_P(ResponseTest, StreamsInChunksOfTheDefaultSize) {
  ServerConfig config = Config();
  config.mutable_limits()->set_default_chunk_size(40);
  Fixture fixture(config);
  std::vector<GenerateResponse> chunks;
  ASSERT_TRUE(fixture.Stream(Request(100), &chunks).ok());
  EXPECT_EQ(chunks.size(), 3u);
}

TEST_P(ResponseTest, RefusesRequestsOutOfRange) {
  Fixture fixture(Config());
  GenerateResponse response;
  const grpc::Status status = fixture.Generate(Request(0), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(),
            "GenerateRequest.candidate_count is 0; give 1 to 5000");
  std::vector<GenerateResponse> chunks;
  const grpc::Status streamed = fixture.Stream(Request(10, 11), &chunks);
  EXPECT_EQ(streamed.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(streamed.error_message(), HasSubstr("chunk_size is 11"));
  EXPECT_TRUE(chunks.empty());
}

TEST_P(ResponseTest, RefusesMessagesBeyondTheLimits) {
  ServerConfig config = Config();
  config.mutable_limits()->set_max_receive_message_bytes(1024);
  config.mutable_limits()->set_max_send_message_bytes(2048);
  Fixture fixture(config);
  GenerateResponse response;
  EXPECT_TRUE(fixture.Generate(Request(7), &response).ok());
  EXPECT_EQ(fixture.Generate(Request(8), &response).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  GenerateRequest large = Request(1);
  large.set_user_id(std::string(2000, 'u'));
  EXPECT_EQ(fixture.Generate(large, &response).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
}

// gRPC, not the service, answers a request that cannot be decoded.
TEST(ApplicationTest, AnswersABadRequestTheSameWithABuilder) {
  grpc::Status status[2];
  for (const config::Response response : {config::MESSAGE, config::BUILDER}) {
    ServerConfig config = TestConfig();
    config.set_response(response);
    Fixture fixture(config);
    testing::RawCall call(fixture.channel(),
                          absl::StrCat("/", kService, "/Generate"));
    ASSERT_TRUE(call.Write("\x0a\x7f"));
    std::string answer;
    EXPECT_FALSE(call.Read(&answer));
    status[response == config::BUILDER] = call.Finish();
  }
  EXPECT_FALSE(status[0].ok());
  EXPECT_EQ(status[0].error_code(), status[1].error_code());
  EXPECT_EQ(status[0].error_message(), status[1].error_message());
}

TEST(ApplicationTest, AnswersHealthChecks) {
  Fixture fixture;
  bool ok = false;
  const auto check = [&](const std::string& service) {
    return testing::FirstAnswer(fixture.channel(),
                                "/grpc.health.v1.Health/Check",
                                testing::HealthRequest(service), &ok);
  };
  EXPECT_EQ(check(""), testing::kServing);
  EXPECT_EQ(check(kService), testing::kServing);
  EXPECT_TRUE(ok);
  check("other.Service");
  EXPECT_FALSE(ok);
}

TEST(ApplicationTest, TellsHealthWatchersOfTheDrainAndDoesNotWaitForThem) {
  ServerConfig config = TestConfig();
  config.set_drain_timeout_ms(600'000);  // beyond the test's own limit
  Fixture fixture(config);
  testing::RawCall watch(fixture.channel(), "/grpc.health.v1.Health/Watch");
  ASSERT_TRUE(watch.Write(testing::HealthRequest(kService)));
  std::string answer;
  ASSERT_TRUE(watch.Read(&answer));
  EXPECT_EQ(answer, testing::kServing);
  EXPECT_TRUE(fixture.application().Stop());
  ASSERT_TRUE(watch.Read(&answer));
  EXPECT_EQ(answer, testing::kNotServing);
}

TEST(ApplicationTest, ReflectsItsServices) {
  Fixture fixture;
  const std::string list_services("\x3a\x00", 2);
  bool ok = false;
  EXPECT_THAT(
      testing::FirstAnswer(
          fixture.channel(),
          "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
          list_services, &ok),
      HasSubstr(kService));
  EXPECT_TRUE(ok);
}

TEST_P(ResponseTest, CountsCallsAndShowsItself) {
  Fixture fixture(Config());
  GenerateResponse response;
  std::vector<GenerateResponse> chunks;
  ASSERT_TRUE(fixture.Generate(Request(10), &response).ok());
  ASSERT_FALSE(fixture.Generate(Request(0), &response).ok());
  ASSERT_TRUE(fixture.Stream(Request(10, 5), &chunks).ok());
  const int admin_port = fixture.application().admin_port();
  httplib::Client client("127.0.0.1", admin_port);
  EXPECT_THAT(client.Get("/")->body, HasSubstr("catalogue_items"));
  EXPECT_THAT(client.Get("/")->body,
              HasSubstr("<th>response</th><td>" +
                        config::Response_Name(GetParam()) + "</td>"));
  EXPECT_EQ(client.Get("/healthz")->status, 200);
  // A call is counted when its last byte is out, which the caller may notice
  // a moment before.
  std::string metrics;
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(10);
  do {
    metrics = client.Get("/metrics")->body;
  } while (fixture.application().calls_ended() < 3 &&
           std::chrono::steady_clock::now() < deadline);
  metrics = client.Get("/metrics")->body;
  for (const char* line :
       {"backwire_server_calls_total{code=\"OK\",method=\"Generate\"} 1",
        "calls_total{code=\"INVALID_ARGUMENT\",method=\"Generate\"} 1",
        "backwire_server_calls_total{code=\"OK\",method=\"GenerateStream\"} 1",
        "backwire_server_call_seconds_count{method=\"Generate\"} 2",
        "backwire_server_in_flight_calls{method=\"Generate\"} 0",
        "backwire_server_candidates_total 20",
        GetParam() == config::BUILDER
            ? "backwire_server_built_messages_total 3"
            : "backwire_server_built_messages_total 0"}) {
    EXPECT_THAT(metrics, HasSubstr(line));
  }
}

TEST_P(ResponseTest, ForgetsACallerThatLeaves) {
  Fixture fixture(StalledConfig());
  testing::StalledStream stream(fixture.address());
  EXPECT_EQ(fixture.application().in_flight(), 1);
  stream.Cancel();
  EXPECT_TRUE(fixture.application().Stop());
  EXPECT_EQ(fixture.application().in_flight(), 0);
}

TEST_P(ResponseTest, FinishesAStreamUnderWayAndRefusesNewCallsWhenItStops) {
  Fixture fixture(StalledConfig());
  testing::StalledStream stream(fixture.address());
  bool clean = false;
  std::thread stop([&] { clean = fixture.application().Stop(); });
  GenerateResponse response;
  grpc::Status status;
  do {
    status = fixture.Generate(Request(1), &response);
  } while (status.ok());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "this server is shutting down");
  EXPECT_EQ(stream.ReadOn(), testing::kStalledCandidates);
  EXPECT_TRUE(stream.Finish().ok());
  stop.join();
  EXPECT_TRUE(clean);
}

TEST_P(ResponseTest, CutsOffACallerThatDoesNotReadAtTheDeadline) {
  ServerConfig config = StalledConfig();
  config.set_drain_timeout_ms(50);
  Fixture fixture(config);
  testing::StalledStream stream(fixture.address());
  EXPECT_FALSE(fixture.application().Stop());
  EXPECT_LT(stream.ReadOn(), testing::kStalledCandidates);
  EXPECT_FALSE(stream.Finish().ok());
}

TEST(ApplicationTest, ServesACatalogueOfTheUsersOwn) {
  const testing::TempDir dir;
  ServerConfig config = TestConfig();
  config.mutable_catalogue()->set_file(
      dir.Write("items.jsonl",
                R"({"id":"i1","cursor":"c","catalog_id":"g","product_id":"p",)"
                R"("source_tag":"s"})"));
  Fixture fixture(config);
  GenerateResponse response;
  ASSERT_TRUE(fixture.Generate(Request(1), &response).ok());
  EXPECT_EQ(response.candidates(0).id(), "i1");
  const grpc::Status status = fixture.Generate(Request(2), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("has only 1 items"));
}

TEST(ApplicationTest, ServesOnAUnixSocket) {
  const testing::TempDir dir;
  ServerConfig config = TestConfig();
  config.set_listen_address("unix:" + dir.Path("socket"));
  config.mutable_admin()->set_address("");
  const auto application = Application::Start(config).value();
  EXPECT_EQ(application->grpc_port(), 0);
  EXPECT_EQ(application->admin_port(), 0);
  const auto stub = CandidateService::NewStub(grpc::CreateChannel(
      config.listen_address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  GenerateResponse response;
  EXPECT_TRUE(stub->Generate(&context, Request(1), &response).ok());
}

TEST(ApplicationTest, SaysWhyItCannotStart) {
  Fixture taken;
  const auto error = [](const ServerConfig& config) {
    return std::string(Application::Start(config).status().message());
  };
  ServerConfig config = TestConfig();
  config.set_listen_address("127.0.0.1:" +
                            std::to_string(taken.application().grpc_port()));
  EXPECT_THAT(error(config), HasSubstr("listen_address: cannot listen on"));
  EXPECT_THAT(error(config), HasSubstr("Address already in use"));
  config = TestConfig();
  config.set_listen_address("unix:/nonexistent/folder/socket");
  EXPECT_THAT(error(config), HasSubstr("listen_address: cannot listen on"));
  config = TestConfig();
  config.mutable_admin()->set_address("0.0.0.0:0");
  EXPECT_THAT(error(config), HasSubstr("admin.address: "));
  config = TestConfig();
  config.mutable_catalogue()->set_file("/nonexistent");
  EXPECT_THAT(error(config), HasSubstr("catalogue.file: /nonexistent: "));
}

}  // namespace
}  // namespace backwire::server
