#include "backwire/reflective/decode_map.h"

#include <memory>
#include <string>

#include "backwire/compat/protobuf_compat.h"
#include "backwire/message/unknown_fields.h"
#include "backwire/reflective/decode.h"
#include "backwire/reflective/field_rules.h"
#include "backwire/reflective/kinds.h"
#include "backwire/reflective/map_access.h"
#include "backwire/reflective/map_key.h"
#include "backwire/reflective/payload.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::Arena;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::MapKey;
using ::google::protobuf::MapValueRef;
using ::google::protobuf::Message;
using ::google::protobuf::io::CodedOutputStream;
using ::google::protobuf::io::StringOutputStream;
using wire::WireReader;

// Deletes what is not on an arena.
struct HeapOnlyDelete {
  void operator()(Message* msg) const {
    if (msg->GetArena() == nullptr) delete msg;
  }
};

class EntryDecoder {
 public:
  EntryDecoder(Message& msg, const FieldDescriptor* field, WireReader& reader)
      : msg_(msg),
        field_(field),
        key_field_(field->message_type()->map_key()),
        value_field_(field->message_type()->map_value()),
        reader_(reader) {
    SetDefaultKey(key_field_, &key_);
  }

  const char* Decode(const char* ptr) {
    if (value_field_->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      return DecodeString(ptr);
    }
    if (value_field_->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      return DecodeMessage(ptr);
    }
    return VisitScalar(value_field_->type(), [&](auto kind) {
      return DecodeScalar<decltype(kind)>(ptr);
    });
  }

 private:
  const char* DecodeString(const char* ptr) {
    std::string text;
    ptr = ReadEntry(ptr, [&](const char* p) {
      return ReadText(value_field_, &text, p, reader_);
    });
    if (ptr != nullptr) Slot().SetStringValue(text);
    return ptr;
  }

  // The key may come last: the value is read aside and moved to its place by
  // a swap, for which both must be on the same arena or heap.
  const char* DecodeMessage(const char* ptr) {
    const Message* const prototype =
        msg_.GetReflection()->GetMessageFactory()->GetPrototype(
            value_field_->message_type());
    const std::unique_ptr<Message, HeapOnlyDelete> value(
        prototype->New(msg_.GetArena()));
    ptr = ReadEntry(ptr, [&](const char* p) {
      return reader_.ReadMessage(p, [&](const char* body) {
        return DecodeReflective(*value, body, reader_);
      });
    });
    if (ptr != nullptr) {
      value->GetReflection()->Swap(value.get(), Slot().MutableMessageValue());
    }
    return ptr;
  }

  template <class Kind>
  const char* DecodeScalar(const char* ptr) {
    typename Kind::Value value{};
    ptr = ReadEntry(ptr, [&](const char* p) {
      return ReadEntryScalar<Kind>(&value, p, reader_);
    });
    if (ptr == nullptr) return nullptr;
    if constexpr (std::is_same_v<Kind, EnumKind>) {
      if (compat::HasClosedEnum(value_field_) &&
          value_field_->enum_type()->FindValueByNumber(value) == nullptr) {
        KeepUnknownEntry(value);
        return ptr;
      }
    }
    Access<typename Kind::Value>::ToMap(value, Slot());
    return ptr;
  }

  // Reads the entry's length and fields; `read_value(ptr)` reads the payload of
  // its value.
  template <class ReadValue>
  const char* ReadEntry(const char* ptr, ReadValue&& read_value) {
    const uint32_t key_tag = TagOf(key_field_);
    const uint32_t value_tag = TagOf(value_field_);
    return reader_.ReadMessage(ptr, [&](const char* p) -> const char* {
      while (!reader_.Done(&p)) {
        uint32_t tag;
        p = reader_.ReadTag(p, &tag);
        if (p == nullptr) return nullptr;
        if (tag == key_tag) {
          p = ReadKey(key_field_, &key_, &key_text_, p, reader_);
        } else if (tag == value_tag) {
          p = read_value(p);
        } else if (message::EndsGroup(tag)) {
          reader_.EndGroup(tag);
          return p;
        } else {
          p = message::DecodeUnknownFieldTo(nullptr, tag, p, reader_);
        }
        if (p == nullptr) return nullptr;
      }
      return p;
    });
  }

  MapValueRef Slot() { return InsertOrLookupMapValue(&msg_, field_, key_); }

  void KeepUnknownEntry(EnumNumber value) {
    std::string bytes;
    {
      StringOutputStream out(&bytes);
      CodedOutputStream coded(&out);
      uint8_t* target =
          WriteKeyRecord(key_field_, key_, coded.Cur(), coded.EpsCopy());
      target = WriteScalarRecord<EnumKind>(value_field_, value, target,
                                           coded.EpsCopy());
      coded.SetCur(target);
    }
    message::AddUnknownBytes(msg_.GetReflection()->MutableUnknownFields(&msg_),
                             static_cast<uint32_t>(field_->number()),
                             std::move(bytes));
  }

  Message& msg_;
  const FieldDescriptor* field_;
  const FieldDescriptor* key_field_;
  const FieldDescriptor* value_field_;
  WireReader& reader_;
  // What the key borrows, where it does not own its text.
  std::string key_text_;
  MapKey key_;
};

}  // namespace

const char* DecodeMapEntry(Message& msg, const FieldDescriptor* field,
                           const char* ptr, WireReader& reader) {
  return EntryDecoder(msg, field, reader).Decode(ptr);
}

}  // namespace backwire::reflective
