// Random messages of any type, made through reflection, full of the values at
// which encodings change: zero, the extremes, the borders of varint sizes,
// -0.0, NaN, empty and long strings, unknown fields.
#ifndef BACKWIRE_TESTING_RANDOM_MESSAGE_H_
#define BACKWIRE_TESTING_RANDOM_MESSAGE_H_

#include <cstdint>
#include <string>
#include <utility>

#include "backwire/testing/choices.h"
#include "google/protobuf/message.h"

namespace backwire::testing {

struct RandomMessageOptions {
  // Submessages inside submessages.
  int max_depth = 3;
  // Fields set and elements added in all, about: it bounds the message's size.
  int max_values = 60;
  // The longest string, in characters.
  int max_text = 40;
  bool unknown_fields = true;
  // Now and then text that is no UTF-8, in strings that are checked too.
  bool broken_text = false;
};

// The same choices make the same messages on every machine. Not thread-safe.
class RandomMessages {
 public:
  explicit RandomMessages(uint32_t seed,
                          const RandomMessageOptions& options = {})
      : RandomMessages(Choices(seed), options) {}
  RandomMessages(Choices choices, const RandomMessageOptions& options)
      : choices_(std::move(choices)), options_(options) {}

  // Sets fields of the empty *msg, required ones always. Text is valid UTF-8
  // unless the options say otherwise.
  void Fill(::google::protobuf::Message* msg);

  // Adds one to five unknown fields, groups among them, whose numbers are no
  // field's and no extension's of the type.
  void AddUnknownFields(::google::protobuf::Message* msg);

  // A number below `bound`, which is not 0.
  uint32_t Below(uint32_t bound) { return choices_.Below(bound); }

 private:
  using Field = ::google::protobuf::FieldDescriptor;
  using Message = ::google::protobuf::Message;

  void FillAtDepth(Message* msg, int depth);
  void FillField(Message* msg, const Field* field, int depth);
  // Sets the field, or adds an element if it is repeated.
  void PutValue(Message* msg, const Field* field, int depth);
  void PutEnum(Message* msg, const Field* field);
  void FillUnknown(::google::protobuf::UnknownFieldSet* set, int number,
                   int depth);
  // Decides by chance, and counts what has been spent.
  bool Spend();

  uint64_t Integer();
  double Real();
  std::string Text();
  std::string Bytes();

  Choices choices_;
  RandomMessageOptions options_;
  int values_left_ = 0;
};

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_RANDOM_MESSAGE_H_
