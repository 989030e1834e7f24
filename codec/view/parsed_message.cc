#include "backwire/view/parsed_message.h"

#include <utility>

#include "backwire/view/finish.h"

namespace backwire::view {

ParsedMessage::ParsedMessage(ParsedMessage&& other) noexcept
    : layout_(other.layout_) {
  *this = std::move(other);
}

ParsedMessage& ParsedMessage::operator=(ParsedMessage&& other) noexcept {
  if (this == &other) return *this;
  Clear();
  layout_ = other.layout_;
  record_ = std::exchange(other.record_, layout_->empty_record);
  arena_ = std::move(other.arena_);
  chunks_ = std::move(other.chunks_);
  other.chunks_.clear();
  pinned_bytes_ = std::exchange(other.pinned_bytes_, 0);
  input_ = std::exchange(other.input_, nullptr);
  error_ = other.error_;
  return *this;
}

void ParsedMessage::Clear() {
  record_ = layout_->empty_record;
  arena_.Reset();
  chunks_.clear();
  pinned_bytes_ = 0;
  error_ = {};
  if (input_ != nullptr) std::exchange(input_, nullptr)->Release();
}

void ParsedMessage::AddChunk(const char* data, size_t size_bytes) {
  if (size_bytes == 0) return;
  chunks_.push_back({data, size_bytes, pinned_bytes_});
  pinned_bytes_ += size_bytes;
}

bool ParsedMessage::Parse(const char* data, size_t size_bytes,
                          const ParseOptions& options) {
  Clear();
  AddChunk(data, size_bytes);
  return ParseChunks(options);
}

bool ParsedMessage::Parse(HeldInput* input, const ParseOptions& options) {
  Clear();
  input_ = input;
  const char* data = nullptr;
  size_t size_bytes = 0;
  while (input->Next(&data, &size_bytes)) AddChunk(data, size_bytes);
  return ParseChunks(options);
}

bool ParsedMessage::ParseChunks(const ParseOptions& options) {
  wire::DecodeError error;
  char* const record = arena_.AllocateZeroed(layout_->record_bytes);
  if (pinned_bytes_ > wire::kMaxMessageBytes) {
    error.kind = wire::DecodeErrorKind::kLengthTooLarge;
  } else {
    ParseContext context(chunks_.data(), chunks_.size(), pinned_bytes_,
                         &arena_);
    wire::WireReader& reader = context.reader();
    const char* ptr = reader.Begin();
    if (ptr != nullptr) ptr = ParseRecord(context, ptr, *layout_, record);
    if (reader.Finish(ptr) == nullptr) {
      error = reader.error();
    } else if (context.has_large_maps) {
      IndexLargeMaps(*layout_, record, &arena_);
    }
  }
  if (error.kind == wire::DecodeErrorKind::kNone && options.check_required) {
    error.field_number = FindMissingRequired(*layout_, record);
    if (error.field_number != 0) {
      error.kind = wire::DecodeErrorKind::kMissingRequired;
      error.offset_bytes = pinned_bytes_;
    }
  }
  if (error.kind != wire::DecodeErrorKind::kNone) {
    Clear();
    error_ = error;
    return false;
  }
  record_ = record;
  return true;
}

std::string ParsedMessage::ErrorText() const {
  std::string text = std::string(layout_->full_name) + ": " +
                     wire::Describe(error_.kind) + " at byte " +
                     std::to_string(error_.offset_bytes);
  if (error_.field_number != 0) {
    text += ", field " + std::to_string(error_.field_number);
  }
  return text;
}

}  // namespace backwire::view
