#include "server/service/arena_message_allocator.h"

#include <memory>
#include <utility>

namespace backwire::server {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

class ArenaMessages final
    : public grpc::MessageHolder<GenerateRequest, GenerateResponse> {
 public:
  explicit ArenaMessages(ArenaPool* pool) : pool_(pool), arena_(pool->Take()) {
    set_request(GenerateRequest::default_instance().New(arena_->get()));
    set_response(GenerateResponse::default_instance().New(arena_->get()));
  }

  void Release() override {
    pool_->Return(std::move(arena_));
    delete this;
  }

 private:
  ArenaPool* const pool_;
  std::unique_ptr<PooledArena> arena_;
};

}  // namespace

grpc::MessageHolder<GenerateRequest, GenerateResponse>*
ArenaMessageAllocator::AllocateMessages() {
  return new ArenaMessages(pool_);
}

}  // namespace backwire::server
