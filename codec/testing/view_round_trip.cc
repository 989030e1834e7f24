#include "backwire/testing/view_round_trip.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backwire/builder/memory_outputs.h"
#include "backwire/dynamic/layouts.h"
#include "backwire/testing/builder_walk.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/random_message.h"
#include "backwire/testing/round_trip.h"
#include "backwire/testing/view_comparison.h"
#include "backwire/testing/wire_text.h"
#include "backwire/view/parsed_message.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Message;
using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;
using view::MessageLayout;

constexpr view::ParseOptions kPartial = {/*check_required=*/false};

class Pieces final : public view::HeldInput {
 public:
  Pieces(std::string_view bytes, const Cuts& cuts) : source_(bytes, cuts) {}
  bool Next(const char** data, size_t* size_bytes) override {
    return source_.Next(data, size_bytes);
  }
  void Release() override {}

 private:
  PieceSource source_;
};

AssertionResult Fails(const Message& msg, const char* who,
                      const std::string& what) {
  return AssertionFailure() << std::string(msg.GetDescriptor()->full_name())
                            << ": " << who << ": " << what;
}

AssertionResult ReadsIn(const MessageLayout& layout, const Message& msg,
                        const std::string& bytes, size_t piece_bytes) {
  Cuts cuts;
  for (size_t at = piece_bytes; at < bytes.size(); at += piece_bytes) {
    cuts.push_back(at);
  }
  Pieces pieces(bytes, cuts);
  view::ParsedMessage parsed(layout);
  if (!parsed.Parse(&pieces, kPartial)) {
    return Fails(msg, "view", parsed.ErrorText());
  }
  std::string encoded;
  parsed.message().AppendEncoded(/*deterministic=*/true, &encoded);
  if (encoded != bytes) {
    return Fails(msg, "view",
                 "writes " + HexOf(encoded) + "\n  for " + HexOf(bytes));
  }
  if (layout.descriptor == nullptr) return AssertionSuccess();
  const std::string problem = CompareView(DynamicView(parsed.message()), msg);
  return problem.empty() ? AssertionSuccess() : Fails(msg, "view", problem);
}

AssertionResult IsBuiltAs(const Message& msg, const std::string& bytes) {
  builder::StringOutput output;
  WriteByBuilder(msg, nullptr, &output);
  std::string built;
  const absl::Status status = output.Finish(&built);
  if (!status.ok()) return Fails(msg, "builder", std::string(status.message()));
  return built == bytes
             ? AssertionSuccess()
             : Fails(msg, "builder",
                     "writes " + HexOf(built) + "\n  for " + HexOf(bytes));
}

AssertionResult RoundTripsMessage(const Message& filled,
                                  const std::vector<const MessageLayout*>& by) {
  const std::string bytes = StockBytes(filled);
  // Maps filled by reflection may hold a key twice.
  const std::unique_ptr<Message> msg(filled.New());
  if (!StockMerge(bytes, msg.get())) {
    return Fails(filled, "stock", "refuses its own bytes");
  }
  AssertionResult result = AssertionSuccess();
  for (const MessageLayout* layout : by) {
    for (const size_t piece_bytes : {bytes.size() + 1, size_t{7}, size_t{1}}) {
      if (result) result = ReadsIn(*layout, *msg, bytes, piece_bytes);
    }
  }
  if (result && !msg->GetDescriptor()->options().message_set_wire_format()) {
    result = IsBuiltAs(*msg, bytes);
  }
  return result;
}

std::vector<LayoutFunction>& Added() {
  static auto* const added = new std::vector<LayoutFunction>;
  return *added;
}

}  // namespace

AssertionResult ViewRoundTrips(const Message& prototype,
                               const MessageLayout* generated) {
  std::vector<const MessageLayout*> layouts;
  layouts.push_back(dynamic::LayoutOfLinkedType(prototype.GetDescriptor()));
  if (generated != nullptr) layouts.push_back(generated);
  AssertionResult result = AssertionSuccess();
  for (uint32_t seed = 0; result && seed < kRoundTripMessages; ++seed) {
    RandomMessageOptions options;
    options.max_depth = 2;
    options.max_values = seed == 0 ? 0 : seed % 2 == 0 ? 60 : 12;
    const std::unique_ptr<Message> msg(prototype.New());
    RandomMessages(seed, options).Fill(msg.get());
    result = RoundTripsMessage(*msg, layouts);
    if (!result) result << "\n  seed " << seed;
  }
  return result;
}

void AddGeneratedView(LayoutFunction layout) { Added().push_back(layout); }

const MessageLayout* FindGeneratedView(const std::string& full_name) {
  static auto* const found = new std::map<std::string, const MessageLayout*>;
  for (const LayoutFunction function : Added()) {
    const MessageLayout& layout = function();
    (*found)[layout.full_name] = &layout;
  }
  Added().clear();
  const auto at = found->find(full_name);
  return at == found->end() ? nullptr : at->second;
}

}  // namespace backwire::testing
