#include "backwire/builder/message_builder.h"

namespace backwire::builder {

void MessageBuilder::AppendRecords(Text records) {
  RequireOpen();
  missing_ = 0;
  uint8_t* const cursor = out().Reserve(records.size());
  if (cursor == nullptr || records.empty()) return;
  std::memcpy(cursor, records.data(), records.size());
  out().set_cursor(cursor + records.size());
}

MessageBuilder::WholeMessage::WholeMessage(
    const Opening& opening, const ::google::protobuf::MessageLite& msg)
    : MessageBuilder(opening) {
  uint8_t* const cursor = out().Reserve(msg.ByteSizeLong());
  if (cursor == nullptr) return;
  out().set_cursor(msg.SerializeWithCachedSizesToArray(cursor));
}

}  // namespace backwire::builder
