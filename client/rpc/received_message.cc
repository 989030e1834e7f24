#include "client/rpc/received_message.h"

#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <mutex>
#include <utility>
#include <vector>

#include "client/senders/clock.h"

namespace backwire::client {

using candidates::v1::GenerateResponse;

namespace {

// Views that no call uses, whose memory serves the next ones, as a caller that
// keeps its views would have it. Thread-safe.
class ViewPool {
 public:
  using Pointer = std::unique_ptr<View<GenerateResponse>>;

  Pointer Take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) return std::make_unique<View<GenerateResponse>>();
    Pointer view = std::move(idle_.back());
    idle_.pop_back();
    return view;
  }
  void GiveBack(Pointer view) {
    view->Clear();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.size() < kMaxIdle) idle_.push_back(std::move(view));
  }

 private:
  // More calls at once are a burst, whose memory is given back.
  static constexpr size_t kMaxIdle = 64;

  std::mutex mutex_;
  std::vector<Pointer> idle_;
};

ViewPool& TheViewPool() {
  static auto* const pool = new ViewPool;
  return *pool;
}

}  // namespace

ReceivedMessage::~ReceivedMessage() {
  if (view_ != nullptr) TheViewPool().GiveBack(std::move(view_));
}

GenerateResponse* ReceivedMessage::NewMessage() {
  if (mode_ == Receive::kArena) {
    arena_ = std::make_unique<google::protobuf::Arena>();
    return GenerateResponse::default_instance().New(arena_.get());
  }
  owned_ = std::make_unique<GenerateResponse>();
  return owned_.get();
}

grpc::Status ReceivedMessage::Decode(grpc::ByteBuffer* buffer) {
  if (mode_ == Receive::kView) {
    if (view_ == nullptr) view_ = TheViewPool().Take();
    return view_->Parse(std::move(*buffer));
  }
  message_ = NewMessage();
  return grpc::SerializationTraits<GenerateResponse>::Deserialize(buffer,
                                                                  message_);
}

grpc::Status ReceivedMessage::Take(grpc::ByteBuffer* buffer) {
  bytes_ += static_cast<int64_t>(buffer->Length());
  ++messages_;
  if (mode_ == Receive::kRaw) {
    raw_.Swap(buffer);
    return grpc::Status::OK;
  }
  const int64_t begin_ns = NowNanos();
  grpc::Status status = Decode(buffer);
  decode_ns_ += NowNanos() - begin_ns;
  return status;
}

const GenerateResponse* ReceivedMessage::Message() {
  if (mode_ == Receive::kView && view_ != nullptr) {
    message_ = NewMessage();
    return view_->message().CopyTo(message_) ? message_ : nullptr;
  }
  if (mode_ != Receive::kRaw) return message_;
  message_ = NewMessage();
  if (!raw_.Valid()) return message_;
  grpc::ProtoBufferReader reader(&raw_);
  return message_->ParseFromZeroCopyStream(&reader) ? message_ : nullptr;
}

}  // namespace backwire::client
