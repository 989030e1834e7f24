// ParsedMessage: one received message in the form that is read without making
// objects. It owns the memory of that form and holds on to the received bytes,
// into which its strings point.
#ifndef BACKWIRE_VIEW_PARSED_MESSAGE_H_
#define BACKWIRE_VIEW_PARSED_MESSAGE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "backwire/view/message_ref.h"
#include "backwire/view/parse_context.h"
#include "backwire/wire/decode_error.h"

namespace backwire::view {

// Received bytes in pieces that somebody keeps alive, for example the slices of
// a gRPC buffer.
class HeldInput : public wire::ChunkSource {
 public:
  // From here on the pieces may go away. Called once for each Parse().
  virtual void Release() = 0;
};

struct ParseOptions {
  // Refuse a message without its required fields, as stock's Parse functions
  // do.
  bool check_required = true;
};

// Can be used for any number of messages behind each other, and keeps its
// memory: parsing messages of about the same size allocates nothing from the
// second one on. Parsing is not thread-safe; reading is, by any number of
// threads. Movable; what was read from it stays valid.
class ParsedMessage {
 public:
  // `layout` must outlive this.
  explicit ParsedMessage(const MessageLayout& layout) : layout_(&layout) {}
  ~ParsedMessage() { Clear(); }
  ParsedMessage(ParsedMessage&& other) noexcept;
  ParsedMessage& operator=(ParsedMessage&& other) noexcept;

  // Replaces the message by the one in data[0, size_bytes), which the caller
  // keeps as it is until Clear(), the next Parse() or the end of this. What was
  // read from the message before becomes invalid. False: it is malformed,
  // error() says how, and the message is empty.
  [[nodiscard]] bool Parse(const char* data, size_t size_bytes,
                           const ParseOptions& options = {});
  [[nodiscard]] bool Parse(std::string&& bytes,
                           const ParseOptions& = {}) = delete;

  // The same for an input in pieces. `input` is borrowed until Release() is
  // called on it: at Clear(), the next Parse(), the end of this, or at once if
  // the message is malformed.
  [[nodiscard]] bool Parse(HeldInput* input, const ParseOptions& options = {});

  // Empties the message and lets go of the input; keeps the memory.
  void Clear();

  const wire::DecodeError& error() const { return error_; }
  // "a.b.Message: varint too long at byte 117, field 4".
  std::string ErrorText() const;

  // The message; the empty one before the first successful Parse().
  MessageRef message() const& { return {layout_, record_}; }
  MessageRef message() const&& = delete;
  const MessageLayout& layout() const { return *layout_; }

  // The received bytes that are held for this message.
  size_t pinned_bytes() const { return pinned_bytes_; }
  // The memory that is kept for this message and the next ones.
  size_t arena_bytes() const { return arena_.capacity_bytes(); }

 private:
  bool ParseChunks(const ParseOptions& options);
  void AddChunk(const char* data, size_t size_bytes);

  const MessageLayout* layout_;
  const char* record_ = layout_->empty_record;
  ViewArena arena_;
  std::vector<Chunk> chunks_;
  size_t pinned_bytes_ = 0;
  HeldInput* input_ = nullptr;
  wire::DecodeError error_;
};

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_PARSED_MESSAGE_H_
