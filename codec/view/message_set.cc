#include "backwire/view/message_set.h"

#include "backwire/compat/protobuf_version.h"
#include "backwire/wire/backward_writer.h"

namespace backwire::view {
namespace {

using wire::DecodeErrorKind;
using wire::MakeTag;
using wire::WireReader;

constexpr uint32_t kItemTag = MakeTag(kItemNumber, wire::kSGroup);
constexpr uint32_t kItemEndTag = MakeTag(kItemNumber, wire::kEGroup);
constexpr uint32_t kTypeIdTag = MakeTag(kTypeIdNumber, wire::kVarint);
constexpr uint32_t kMessageTag = MakeTag(kItemMessageNumber, wire::kLen);

// Adds an unknown extension, as the item that stock would write.
void AddUnknownItem(ParseContext& context, uint32_t type_id, StringRef payload,
                    char* record) {
  constexpr size_t kMaxHeadBytes = 3 + 2 * wire::kMaxVarintBytes;
  const size_t capacity = kMaxHeadBytes + payload.size + 1;
  char* const memory = context.arena().Allocate(capacity);
  auto* const end = reinterpret_cast<uint8_t*>(memory) + capacity;
  uint8_t* cursor = wire::WriteVarintUnchecked(kItemEndTag, end);
  cursor -= payload.size;
  std::memcpy(cursor, payload.data, payload.size);
  cursor = wire::WriteVarintUnchecked(payload.size, cursor);
  cursor = wire::WriteVarintUnchecked(kMessageTag, cursor);
  cursor = wire::WriteVarintUnchecked(type_id, cursor);
  cursor = wire::WriteVarintUnchecked(kTypeIdTag, cursor);
  cursor = wire::WriteVarintUnchecked(kItemTag, cursor);
  context.AddUnknown(record, {reinterpret_cast<const char*>(cursor),
                              static_cast<uint32_t>(end - cursor)});
}

const char* ReadPayload(ParseContext& context, const char* ptr,
                        StringRef* payload) {
  WireReader& reader = context.reader();
  size_t size_bytes;
  ptr = reader.ReadLength(ptr, &size_bytes);
  if (ptr == nullptr) return nullptr;
  *payload = context.Take(reader.OffsetBytes(ptr), size_bytes);
  return reader.Skip(ptr, size_bytes);
}

// Stock keeps other unknown fields, too, and never writes them.
const char* ParseUnknown(ParseContext& context, const char* ptr, uint32_t tag,
                         char* record) {
  const uint32_t number = wire::FieldNumber(tag);
  if (wire::TypeOf(tag) != wire::kLen || number == 0) {
    return SkipRecord(context, ptr, tag);
  }
  StringRef payload;
  ptr = ReadPayload(context, ptr, &payload);
  if (ptr != nullptr) AddUnknownItem(context, number, payload, record);
  return ptr;
}

// Merges a message that stands in one piece into *record. The levels that it
// may open are those that are left here.
DecodeErrorKind ParseJoined(ParseContext& context, StringRef bytes,
                            const MessageLayout& layout, char* record) {
  if (bytes.size == 0) return DecodeErrorKind::kNone;
  const Chunk chunk = {bytes.data, bytes.size, 0};
  ParseContext inner(&chunk, 1, bytes.size, &context.arena());
  WireReader& reader = inner.reader();
  reader.set_depth_left(context.reader().depth_left());
  const char* ptr = reader.Begin();
  if (ptr != nullptr) ptr = ParseRecord(inner, ptr, layout, record);
  (void)reader.Finish(ptr);
  if (inner.has_large_maps) context.has_large_maps = true;
  return reader.error().kind;
}

// One item, part after part. Stock looks at the first byte of a part: padded
// tags of the two that it knows are those of unknown fields.
class ItemParser {
 public:
  ItemParser(ParseContext& context, const MessageLayout& layout, char* record)
      : context_(context), layout_(layout), record_(record) {}

  const char* Parse(const char* ptr) {
    WireReader& reader = context_.reader();
    while (!reader.Done(&ptr)) {
      const auto first = static_cast<uint8_t>(*ptr);
      if (first == kTypeIdTag) {
        ptr = ParseTypeId(ptr + 1);
      } else if (first == kMessageTag) {
        ptr = ParseMessage(ptr + 1);
      } else {
        uint32_t tag;
        ptr = reader.ReadTag(ptr, &tag);
        if (ptr == nullptr) return nullptr;
        if (wire::TypeOf(tag) == wire::kEGroup) {
          reader.EndGroup(tag);
          return ptr;
        }
        ptr = ParseOther(ptr, tag);
      }
      if (ptr == nullptr) return nullptr;
    }
    return ptr;
  }

 private:
  enum class State { kEmpty, kHasTypeId, kHasPayload, kDone };

  const char* ParseTypeId(const char* ptr) {
    uint64_t value;
    ptr = context_.reader().ReadVarint(ptr, &value);
    if (ptr == nullptr) return nullptr;
    const auto type_id = static_cast<uint32_t>(value);
    if (compat::kRefusesItemsOfNumberZero && type_id == 0) {
      return context_.reader().Fail(DecodeErrorKind::kInvalidTag, ptr);
    }
    if (state_ == State::kEmpty) {
      type_id_ = type_id;
      state_ = State::kHasTypeId;
    } else if (state_ == State::kHasPayload) {
      type_id_ = type_id;
      state_ = State::kDone;
      return ParseKept(ptr);
    }
    return ptr;
  }

  const char* ParseMessage(const char* ptr) {
    if (state_ == State::kHasTypeId) {
      state_ = State::kDone;
      return ParseNamed(ptr);
    }
    StringRef payload;
    ptr = ReadPayload(context_, ptr, &payload);
    if (ptr != nullptr && state_ == State::kEmpty) {
      payload_ = payload;
      state_ = State::kHasPayload;
    }
    return ptr;
  }

  // The message behind its number.
  const char* ParseNamed(const char* ptr) {
    const FieldLayout* const field = layout_.Find(type_id_);
    if (field != nullptr) return ParseField(context_, ptr, *field, record_);
    if (type_id_ == 0) {
      return context_.reader().Fail(DecodeErrorKind::kInvalidTag, ptr);
    }
    StringRef payload;
    ptr = ReadPayload(context_, ptr, &payload);
    if (ptr != nullptr) AddUnknownItem(context_, type_id_, payload, record_);
    return ptr;
  }

  // The message in front of its number: it does not count as a level.
  const char* ParseKept(const char* ptr) {
    const FieldLayout* const field = layout_.Find(type_id_);
    if (field == nullptr) {
      AddUnknownItem(context_, type_id_, payload_, record_);
      return ptr;
    }
    const MessageLayout& layout = SubMessage(*field);
    char* const message = MutableMessage(context_, *field, layout, record_);
    const DecodeErrorKind error =
        ParseJoined(context_, payload_, layout, message);
    if (error == DecodeErrorKind::kNone) return ptr;
    return context_.reader().Fail(error, ptr);
  }

  // A record inside of an item counts as one of the set.
  const char* ParseOther(const char* ptr, uint32_t tag) {
    const FieldLayout* const field = layout_.Find(wire::FieldNumber(tag));
    if (field != nullptr && field->tag == tag) {
      return ParseField(context_, ptr, *field, record_);
    }
    return ParseUnknown(context_, ptr, tag, record_);
  }

  ParseContext& context_;
  const MessageLayout& layout_;
  char* const record_;
  State state_ = State::kEmpty;
  uint32_t type_id_ = 0;
  StringRef payload_ = {"", 0};
};

}  // namespace

const char* ParseSetRecord(ParseContext& context, const char* ptr, uint32_t tag,
                           const MessageLayout& layout, char* record) {
  if (tag != kItemTag) return ParseUnknown(context, ptr, tag, record);
  ItemParser item(context, layout, record);
  return context.reader().ReadGroup(
      ptr, tag, [&item](const char* p) { return item.Parse(p); });
}

}  // namespace backwire::view
