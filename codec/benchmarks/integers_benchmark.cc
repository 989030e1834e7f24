// The integer study: packed fields of 1,000 values in three encodings, small,
// large and negative, and values of every length in no order; beside them the
// bare copy of the fixed-width form, and the same message as JSON text.
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "backwire/benchmarks/cases.h"
#include "bench/integers.pb.h"
#include "benchmark/benchmark.h"
#include "google/protobuf/util/json_util.h"
#include "nlohmann/json.hpp"

namespace backwire::benchmarks {
namespace {

constexpr int kValues = 1000;
using Values = std::vector<int64_t>;

Values Small() {
  Values values(kValues);
  for (int i = 0; i < kValues; ++i) values[i] = i % 100;
  return values;
}

Values Large() {
  Values values(kValues);
  for (int i = 0; i < kValues; ++i) values[i] = (int64_t{1} << 50) + i;
  return values;
}

Values Negative() {
  Values values(kValues);
  for (int i = 0; i < kValues; ++i) values[i] = -1 - i % 100;
  return values;
}

// The worst for a branch predictor: every length from 1 to 10, in no order.
Values Mixed() {
  std::mt19937_64 random(20);
  Values values(kValues);
  for (int64_t& value : values) {
    const int bits = static_cast<int>(random() % 10) * 7 + 1;
    const uint64_t top = uint64_t{1} << (bits - 1);
    value = static_cast<int64_t>(top | (random() & (top - 1)));
  }
  return values;
}

template <class M>
std::unique_ptr<M> MessageOf(const Values& values) {
  auto message = std::make_unique<M>();
  for (const int64_t value : values) message->add_values(value);
  return message;
}

std::string JsonOf(const ::google::protobuf::Message& message) {
  std::string json;
  if (!::google::protobuf::util::MessageToJsonString(message, &json).ok()) {
    std::abort();
  }
  return json;
}

void RegisterProtobufJson(const Shape& shape) {
  shape.Register("Encode", "json", "protobuf", [](const Input& input) {
    benchmark::DoNotOptimize(JsonOf(*input.message));
  });
  shape.Register(
      "Decode", "json", "protobuf",
      [json = std::make_shared<std::string>()](const Input& input) {
        if (json->empty()) *json = JsonOf(*input.message);
        const std::unique_ptr<::google::protobuf::Message> message(
            input.message->New());
        if (!::google::protobuf::util::JsonStringToMessage(*json, message.get())
                 .ok()) {
          std::abort();
        }
        benchmark::DoNotOptimize(*message);
      });
}

// The values alone, as numbers, by a JSON library of C++.
void RegisterNlohmannJson(const Shape& shape, const Values& values) {
  const std::string json = nlohmann::json(values).dump();
  shape.Register("Encode", "json", "nlohmann", [values](const Input&) {
    benchmark::DoNotOptimize(nlohmann::json(values).dump());
  });
  shape.Register("Decode", "json", "nlohmann", [json](const Input&) {
    benchmark::DoNotOptimize(nlohmann::json::parse(json).get<Values>());
  });
}

template <class M>
void RegisterEncoding(const std::string& encoding) {
  const std::pair<const char*, Values> all[] = {{"small", Small()},
                                                {"large", Large()},
                                                {"negative", Negative()},
                                                {"mixed", Mixed()}};
  for (const auto& [name, values] : all) {
    const Shape shape(encoding + "_" + name, kValues,
                      [values = values] { return MessageOf<M>(values); });
    shape.RegisterCodecs();
    shape.RegisterCopy();
    if (encoding != "int64") continue;
    RegisterProtobufJson(shape);
    RegisterNlohmannJson(shape, values);
  }
}

const bool registered = [] {
  RegisterEncoding<bench::PackedInt64>("int64");
  RegisterEncoding<bench::PackedSint64>("sint64");
  RegisterEncoding<bench::PackedSfixed64>("sfixed64");
  return true;
}();

}  // namespace
}  // namespace backwire::benchmarks
