// Shapes at the edges: tiny messages, deep and wide ones, large fields; and how
// cost grows with the number of map entries and the length of strings.
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "backwire/benchmarks/cases.h"
#include "bench/shapes.pb.h"
#include "google/protobuf/timestamp.pb.h"

namespace backwire::benchmarks {
namespace {

void Fill(bench::ThreeScalars* message, int seed) {
  message->set_id(1000 + seed);
  message->set_score(0.5 + seed);
  message->set_fresh(true);
}

std::unique_ptr<bench::ThreeScalars> MakeThreeScalars() {
  auto message = std::make_unique<bench::ThreeScalars>();
  Fill(message.get(), 7);
  return message;
}

// A type that the plugin did not run on.
std::unique_ptr<google::protobuf::Timestamp> MakeTimestamp() {
  auto message = std::make_unique<google::protobuf::Timestamp>();
  message->set_seconds(1'700'000'000);
  message->set_nanos(1);
  return message;
}

std::unique_ptr<bench::ShortRequest> MakeShortRequest() {
  auto message = std::make_unique<bench::ShortRequest>();
  message->set_user_id("u-123456");
  return message;
}

std::unique_ptr<bench::Chain> MakeChain(int levels) {
  auto message = std::make_unique<bench::Chain>();
  bench::Chain* link = message.get();
  for (int level = 1; level < levels; ++level) {
    link->set_level(level);
    link = link->mutable_next();
  }
  link->set_level(levels);
  return message;
}

std::unique_ptr<bench::ManySmall> MakeManySmall(int count) {
  auto message = std::make_unique<bench::ManySmall>();
  for (int i = 0; i < count; ++i) Fill(message->add_items(), i);
  return message;
}

std::unique_ptr<bench::Blob> MakeBlob(int size_bytes) {
  auto message = std::make_unique<bench::Blob>();
  message->set_name("blob");
  message->set_data(std::string(size_bytes, '\x5a'));
  return message;
}

std::unique_ptr<bench::Texts> MakeTexts(int size_bytes) {
  auto message = std::make_unique<bench::Texts>();
  for (int i = 0; i < 100; ++i) {
    message->add_texts(std::string(size_bytes, 'a' + i % 26));
  }
  return message;
}

std::unique_ptr<bench::Labels> MakeLabels(int entries) {
  auto message = std::make_unique<bench::Labels>();
  for (int i = 0; i < entries; ++i) {
    (*message->mutable_labels())[absl::StrCat("label_", i)] =
        absl::StrCat("value of ", i);
  }
  return message;
}

template <class Make>
void RegisterSizes(const char* name, Make make,
                   std::initializer_list<int> sizes) {
  for (const int size : sizes) {
    Shape(name, size, [make, size] { return make(size); }).RegisterCodecs();
  }
}

const bool registered = [] {
  const Shape three_scalars("three_scalars", 1, MakeThreeScalars);
  three_scalars.RegisterCodecs();
  three_scalars.RegisterCalls("generated");
  const Shape not_run_on("not_run_on", 1, MakeTimestamp);
  not_run_on.RegisterStock();
  not_run_on.RegisterCalls("stock");
  Shape("short_request", 1, MakeShortRequest).RegisterCodecs();
  RegisterSizes("chain", MakeChain, {10, 90});
  RegisterSizes("many_small", MakeManySmall, {1000});
  RegisterSizes("blob", MakeBlob, {4 << 10, 64 << 10, 1 << 20});
  // 100 strings of 1 byte to 64 KiB.
  RegisterSizes("texts", MakeTexts, {1, 16, 100, 1 << 10, 16 << 10, 64 << 10});
  RegisterSizes("labels", MakeLabels, {1, 4, 16, 64});
  return true;
}();

}  // namespace
}  // namespace backwire::benchmarks
