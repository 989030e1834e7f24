// View<Foo>: a received message that is read where gRPC has received it. In a
// handler or a stub that is made for it, it takes the place of the message.
#ifndef BACKWIRE_GRPC_VIEW_H_
#define BACKWIRE_GRPC_VIEW_H_

#include <grpcpp/impl/serialization_traits.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "backwire/dynamic/view_of.h"
#include "backwire/grpc/held_slices.h"
#include "backwire/view/parsed_message.h"
#include "backwire/wire/port.h"

namespace backwire {
namespace grpc_glue {

// What does not depend on the type of the message.
class ReceivedView {
 public:
  // `counter` gives that of the type; nullptr: it is looked up by its name,
  // when the first buffer is parsed.
  explicit ReceivedView(const view::MessageLayout& layout,
                        ViewCounter& (*counter)() = nullptr)
      : counter_(counter), parsed_(layout) {}
  ReceivedView(ReceivedView&&) noexcept = default;
  ReceivedView& operator=(ReceivedView&& other) noexcept {
    // First what holds on to the slices of this.
    parsed_ = std::move(other.parsed_);
    slices_ = std::move(other.slices_);
    status_ = std::move(other.status_);
    counter_ = other.counter_;
    return *this;
  }

  // Replaces the message by the one in `bytes`, which the caller keeps as they
  // are until Clear(), the next Parse() or the end of this. What was read from
  // the message before becomes invalid. INTERNAL: the bytes are malformed, the
  // text says how, where and in which field, and the message is empty.
  [[nodiscard]] ::grpc::Status Parse(std::string_view bytes);
  [[nodiscard]] ::grpc::Status Parse(std::string&& bytes) = delete;

  // The same for a message as gRPC receives it. Takes the slices out of the
  // buffer and holds them until Clear(), the next Parse() or the end of this,
  // without a copy. Codes are those of gRPC's own deserialisation.
  [[nodiscard]] ::grpc::Status Parse(::grpc::ByteBuffer&& buffer);

  // How the last Parse() ended: gRPC's callback and completion-queue APIs end a
  // unary call well whose response could not be parsed.
  const ::grpc::Status& status() const { return status_; }

  // Empties the message and lets go of the received bytes; keeps the memory.
  void Clear() { parsed_.Clear(); }

  // The received bytes that are held for this message. gRPC's blocks of memory
  // may be larger than the messages in them.
  size_t pinned_bytes() const { return parsed_.pinned_bytes(); }
  // The memory that is kept for this message and the next ones.
  size_t arena_bytes() const { return parsed_.arena_bytes(); }

 private:
  const ::grpc::Status& Outcome(bool accepted);

  // Made for the first buffer. In front of what lets go of the slices when it
  // is destroyed.
  std::unique_ptr<HeldSlices> slices_;
  ::grpc::Status status_;
  ViewCounter& (*counter_)();

 protected:
  view::ParsedMessage parsed_;
};

}  // namespace grpc_glue

// Owns what the handles borrow. Can be used for any number of messages behind
// each other, and keeps its memory: messages of about the same size allocate
// nothing from the second one on. Parsing is not thread-safe; reading is, by
// any number of threads. Movable; handles stay valid.
template <class Message>
class View final : public grpc_glue::ReceivedView {
 public:
  View() : ReceivedView(ViewOf<Message>::Layout(), &Counter) {}

  // The message, valid as long as this holds it; empty before the first
  // successful Parse().
  ViewOf<Message> message() const& BACKWIRE_LIFETIME_BOUND {
    return ViewOf<Message>(parsed_.message());
  }
  ViewOf<Message> message() const&& = delete;

 private:
  // Looked up once for the type: calls mostly have a view of their own each.
  static ViewCounter& Counter() {
    static ViewCounter& counter =
        ViewCounter::Of(ViewOf<Message>::Layout().full_name);
    return counter;
  }
};

// The same for a type that is known only when the program runs: by a layout
// such as DynamicParser::layout(), which must outlive this.
class ReceivedDynamicView final : public grpc_glue::ReceivedView {
 public:
  explicit ReceivedDynamicView(const view::MessageLayout& layout)
      : ReceivedView(layout) {}

  DynamicView message() const& BACKWIRE_LIFETIME_BOUND {
    return DynamicView(parsed_.message());
  }
  DynamicView message() const&& = delete;
};

}  // namespace backwire

namespace grpc {

// Only receiving: a view is not sent.
template <class Message>
class SerializationTraits<::backwire::View<Message>, void> {
 public:
  static Status Deserialize(ByteBuffer* buffer,
                            ::backwire::View<Message>* view) {
    if (buffer == nullptr) return Status(StatusCode::INTERNAL, "No payload");
    return view->Parse(std::move(*buffer));
  }
};

template <>
class SerializationTraits<::backwire::ReceivedDynamicView, void> {
 public:
  static Status Deserialize(ByteBuffer* buffer,
                            ::backwire::ReceivedDynamicView* view) {
    if (buffer == nullptr) return Status(StatusCode::INTERNAL, "No payload");
    return view->Parse(std::move(*buffer));
  }
};

}  // namespace grpc

#endif  // BACKWIRE_GRPC_VIEW_H_
