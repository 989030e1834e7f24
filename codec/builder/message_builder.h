// What all generated builders are: one open message of an output, which its
// scope closes. The innermost open one is the only one that may be written to.
#ifndef BACKWIRE_BUILDER_MESSAGE_BUILDER_H_
#define BACKWIRE_BUILDER_MESSAGE_BUILDER_H_

#include "absl/types/span.h"
#include "backwire/builder/field.h"
#include "backwire/builder/output.h"
#include "backwire/builder/text.h"
#include "google/protobuf/message_lite.h"

namespace backwire::builder {

// How a child stands in its parent. Made by the parent, for the child's
// constructor.
struct Opening {
  enum Kind : uint8_t { kRoot, kSubmessage, kGroup, kMapValue, kNothing };
  Output* output;
  Kind kind;
  uint32_t end_group_tag = 0;
  OpenLength length = {};
  OpenLength entry = {};
};

// Neither copied nor moved: a child stays in the scope that it was opened in.
class MessageBuilder {
 public:
  MessageBuilder(const MessageBuilder&) = delete;
  MessageBuilder& operator=(const MessageBuilder&) = delete;

  // Appends records that are encoded already, any number of them, such as the
  // unknown fields of a message that is passed on. They are not looked at; the
  // required fields count as set.
  void AppendRecords(Text records);
  // Append one field that the schema at hand does not have. Numbers are 1 to
  // 536,870,911.
  void AppendVarint(uint32_t number, uint64_t value) {
    Put<message::UInt64>(wire::MakeTag(number, wire::kVarint), value);
  }
  void AppendFixed32(uint32_t number, uint32_t value) {
    Put<message::Fixed32>(wire::MakeTag(number, wire::kI32), value);
  }
  void AppendFixed64(uint32_t number, uint64_t value) {
    Put<message::Fixed64>(wire::MakeTag(number, wire::kI64), value);
  }
  void AppendBytes(uint32_t number, Text value) {
    Put<message::Bytes>(wire::MakeTag(number, wire::kLen), value);
  }

 protected:
  // The outermost message: drops what `output` holds. Borrows it for the
  // builder's life.
  explicit MessageBuilder(Output* output)
      : opening_{output, Opening::kRoot}, generation_(Restart(output)) {}
  // A child that the parent has just opened.
  explicit MessageBuilder(const Opening& opening)
      : opening_(opening), generation_(opening.output->generation()) {
    opening_.output->OpenChild();
    depth_ = opening_.output->open_children();
  }
  ~MessageBuilder() {
    if (opening_.kind != Opening::kRoot) {
      Close();
      return;
    }
    Require(!IsOpen() || out().open_children() == 0,
            "a child has outlived its parent");
  }

  // A field whose presence the call decides: optional, in a oneof, repeated.
  template <class Kind>
  void Put(uint32_t tag, Argument<Kind> value, const char* name = "") {
    RequireOpen();
    PutRecord<Kind>(tag, value, out(), name);
  }
  // A field without presence: nothing for the default value.
  template <class Kind>
  void PutImplicit(uint32_t tag, Argument<Kind> value, const char* name = "") {
    if (IsDefault<Kind>(value)) return;
    Put<Kind>(tag, value, name);
  }
  // A repeated field that is not packed.
  template <class Kind, class Values>
  void PutEach(uint32_t tag, const Values& values) {
    for (const auto value : values) Put<Kind>(tag, value);
  }
  template <class Kind, class Values>
  void PutPackedField(uint32_t tag, const Values& values) {
    RequireOpen();
    PutPacked<Kind>(tag, values.data(), values.size(), out());
  }
  template <class Key, class Value>
  void PutMapEntry(uint32_t tag, Argument<Key> key, Argument<Value> value,
                   const EntryNames& names) {
    RequireOpen();
    PutEntry<Key, Value>(tag, key, value, out(), names);
  }

  Opening OpenSubmessage(uint32_t tag) {
    RequireOpen();
    return {&out(), Opening::kSubmessage, 0, out().OpenLengthOf(tag)};
  }
  Opening OpenGroup(uint32_t start_tag) {
    RequireOpen();
    PutTag(start_tag);
    return {&out(), Opening::kGroup,
            start_tag + (wire::kEGroup - wire::kSGroup)};
  }
  // A map entry whose value is a message.
  template <class Key>
  Opening OpenMapValue(uint32_t tag, Argument<Key> key, const char* key_name) {
    RequireOpen();
    const OpenLength entry = out().OpenLengthOf(tag);
    PutRecord<Key>(wire::MakeTag(1, kWireTypeOf<Key>), key, out(), key_name);
    return {&out(), Opening::kMapValue, 0,
            out().OpenLengthOf(wire::MakeTag(2, wire::kLen)), entry};
  }

  // The same three with the whole message at once: `Body` is stock's class or
  // EncodedMessage.
  template <class Body>
  void PutSubmessage(uint32_t tag, const Body& body);
  template <class Body>
  void PutGroup(uint32_t start_tag, const Body& body);
  template <class Key, class Body>
  void PutMapMessage(uint32_t tag, Argument<Key> key, const Body& body,
                     const char* key_name);

  // For types with required fields. Bit i of `fields` and of MarkSet()'s field
  // is the field that names->fields[i] names. The destructor of the generated
  // class calls CheckRequired().
  void ExpectRequired(uint64_t fields, const RequiredNames* names) {
    missing_ = fields;
    if (opening_.kind == Opening::kRoot) out().WatchRoot(&missing_, names);
  }
  void MarkSet(uint64_t field) { missing_ &= ~field; }
  void CheckRequired(const RequiredNames* names) {
    if (!IsOpen()) return;
    if (opening_.kind == Opening::kRoot) out().WatchRoot(nullptr, nullptr);
    if (BACKWIRE_UNLIKELY(missing_ != 0)) out().RecordMissing(missing_, *names);
  }

 private:
  template <class Kind>
  friend class PackedBuilder;

  class WholeMessage;

  static uint32_t Restart(Output* output) {
    output->Begin();
    return output->generation();
  }

  Output& out() const { return *opening_.output; }

  // Whether the message is still being written.
  bool IsOpen() const { return generation_ == out().generation(); }

  void RequireOpen() const {
    Require(IsOpen(), "a builder was written to after Finish()");
    Require(depth_ == out().open_children(),
            "a builder was written to while a child of it is open; let the "
            "child's scope end first");
  }

  void PutTag(uint32_t tag) {
    uint8_t* const cursor = out().Reserve(wire::kMaxTagBytes);
    if (BACKWIRE_UNLIKELY(cursor == nullptr)) return;
    out().set_cursor(PutTagUnchecked(tag, cursor));
  }

  void Close() {
    // Of a message that is gone there is nothing to close.
    if (BACKWIRE_UNLIKELY(!IsOpen())) return;
    Require(depth_ == out().open_children(), "a child has outlived its parent");
    out().CloseChild();
    if (opening_.kind == Opening::kNothing) return;
    if (opening_.kind == Opening::kGroup) return PutTag(opening_.end_group_tag);
    out().CloseLengthOf(opening_.length);
    if (opening_.kind == Opening::kMapValue) {
      out().CloseLengthOf(opening_.entry);
    }
  }

  Opening opening_;
  uint32_t generation_;
  uint32_t depth_ = 0;
  uint64_t missing_ = 0;  // a bit for each required field that is not set
};

// A child that is written by one call.
class MessageBuilder::WholeMessage : private MessageBuilder {
 public:
  WholeMessage(const Opening& opening, const EncodedMessage& message)
      : MessageBuilder(opening) {
    AppendRecords(message.bytes);
  }
  // Encoded by stock, as the process's default for determinism has it. Required
  // fields are not asked for.
  WholeMessage(const Opening& opening,
               const ::google::protobuf::MessageLite& msg);
};

template <class Body>
void MessageBuilder::PutSubmessage(uint32_t tag, const Body& body) {
  WholeMessage(OpenSubmessage(tag), body);
}
template <class Body>
void MessageBuilder::PutGroup(uint32_t start_tag, const Body& body) {
  WholeMessage(OpenGroup(start_tag), body);
}
template <class Key, class Body>
void MessageBuilder::PutMapMessage(uint32_t tag, Argument<Key> key,
                                   const Body& body, const char* key_name) {
  WholeMessage(OpenMapValue<Key>(tag, key, key_name), body);
}

// A packed field whose values come one by one; writes nothing if none do.
template <class Kind>
class PackedBuilder : private MessageBuilder {
 public:
  // For generated code: opens the field of `parent` that has the tag.
  PackedBuilder(MessageBuilder& parent, uint32_t tag)
      : MessageBuilder(parent.OpenSubmessage(tag)), tag_(tag) {}
  ~PackedBuilder() {
    if (!empty_ || !IsOpen()) return;
    const OpenLength& length = opening_.length;
    out().Truncate(length.body - length.prefix_bytes - wire::VarintSize(tag_));
    opening_.kind = Opening::kNothing;
  }

  void Add(typename Kind::Value value) {
    RequireOpen();
    uint8_t* const cursor = out().Reserve(Kind::kMaxBytes);
    if (BACKWIRE_UNLIKELY(cursor == nullptr)) return;
    out().set_cursor(PutScalarUnchecked<Kind>(value, cursor));
    empty_ = false;
  }

 private:
  uint32_t tag_;
  bool empty_ = true;
};

}  // namespace backwire::builder

#endif  // BACKWIRE_BUILDER_MESSAGE_BUILDER_H_
