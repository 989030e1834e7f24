// The comparison of generated codecs with stock, which defines right and wrong:
// the same verdict on every input, the same message after success, the same
// bytes in deterministic mode.
//
// Messages are compared by stock's deterministic bytes, unknown fields
// included.
#ifndef BACKWIRE_TESTING_DIFFERENTIAL_H_
#define BACKWIRE_TESTING_DIFFERENTIAL_H_

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "backwire/message/type_codec.h"
#include "backwire/testing/pieces.h"
#include "backwire/testing/protobuf_log.h"
#include "google/protobuf/message.h"
#include "gtest/gtest.h"

namespace backwire::testing {

// A message type with generated code.
struct TestedType {
  const TypeCodec* codec;
  const ::google::protobuf::Message* prototype;
  // What stock decodes into, if that is another type: stock's code for files
  // with optimize_for = CODE_SIZE is reflection, which is no oracle (it writes
  // broken bytes for some maps), so those have a twin in package
  // <package>_twin.
  const ::google::protobuf::Message* twin = nullptr;
  // Takes the place of codec->decode for what does not decode into a message at
  // once: merges the input, cut, into *msg.
  bool (*merge)(const TestedType& type, std::string_view bytes,
                const Cuts& cuts, ::google::protobuf::Message* msg,
                wire::DecodeError* error) = nullptr;

  std::unique_ptr<::google::protobuf::Message> New() const {
    return std::unique_ptr<::google::protobuf::Message>(prototype->New());
  }
  std::unique_ptr<::google::protobuf::Message> NewForStock() const {
    return std::unique_ptr<::google::protobuf::Message>(
        (twin != nullptr ? twin : prototype)->New());
  }
  const ::google::protobuf::Descriptor* descriptor() const {
    return prototype->GetDescriptor();
  }
};

// All types of the linked files, in order of their names, or those that were
// set.
const std::vector<TestedType>& AllTestedTypes();

// For tests of another codec than the generated one: its types, and the names
// of those that it cannot have. Call before the tests run.
void SetTestedTypes(std::vector<TestedType> types,
                    std::set<std::string> left_out);
const std::set<std::string>& TypesLeftOut();

// The type's twin, if it needs one: see TestedType.
const ::google::protobuf::Message* TwinOf(
    const ::google::protobuf::Descriptor* type);

// The type of that full name; nullptr if it has no generated code.
const TestedType* FindTestedType(std::string_view full_name);

// What stock writes, and reads into an empty or given message. Required fields
// are not asked for.
std::string StockBytes(const ::google::protobuf::Message& msg,
                       bool deterministic = true);
bool StockMerge(std::string_view bytes, ::google::protobuf::Message* msg);

// What the generated codec does.
std::string GeneratedBytes(const TestedType& type,
                           const ::google::protobuf::Message& msg,
                           bool deterministic = true);
bool GeneratedMerge(const TestedType& type, std::string_view bytes,
                    const Cuts& cuts, ::google::protobuf::Message* msg,
                    wire::DecodeError* error = nullptr);

// Deterministic bytes are stock's, through every kind of block source: a span
// of the exact size, one that is a byte too small, a growing chain, and chains
// of tiny blocks; bytes in the default mode parse back to the same message.
::testing::AssertionResult EncodesAsStock(
    const TestedType& type, const ::google::protobuf::Message& msg);

// What stock makes of one input, to be compared with the generated codec's
// result for any number of cuts.
class ExpectedDecode {
 public:
  // Decoding starts from a message that holds `base` (stock's bytes of one).
  ExpectedDecode(const TestedType& type, std::string bytes,
                 std::string_view base = {});

  bool accepted() const { return accepted_; }

  // The generated codec does the same with the input cut at `cuts`.
  ::testing::AssertionResult Holds(const Cuts& cuts) const;
  // ... with the input whole, cut in two at every offset (at most about
  // `max_cuts` of them, evenly spread), and in pieces of 1, 2, 3, 7, 16 and 17
  // bytes.
  ::testing::AssertionResult HoldsForAllCuts(size_t max_cuts = 600) const;

 private:
  const TestedType& type_;
  std::string bytes_;
  std::string base_;  // stock's bytes, canonical
  bool accepted_ = false;
  std::string message_;  // stock's bytes of the result
};

// How many comparisons of (type, input, cut) or (type, message, block source)
// this process has made.
uint64_t ChecksDone();

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_DIFFERENTIAL_H_
