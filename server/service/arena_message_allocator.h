// Puts the messages of the unary call on a pooled arena.
#ifndef BACKWIRE_SERVER_SERVICE_ARENA_MESSAGE_ALLOCATOR_H_
#define BACKWIRE_SERVER_SERVICE_ARENA_MESSAGE_ALLOCATOR_H_

#include "candidates/v1/candidates.pb.h"
#include "grpcpp/support/message_allocator.h"
#include "server/service/arena_pool.h"

namespace backwire::server {

// Thread-safe. Must outlive the server that uses it.
class ArenaMessageAllocator
    : public grpc::MessageAllocator<candidates::v1::GenerateRequest,
                                    candidates::v1::GenerateResponse> {
 public:
  // Borrows `pool`, which must outlive this and all its messages.
  explicit ArenaMessageAllocator(ArenaPool* pool) : pool_(pool) {}

  // The caller ends the messages' life by Release() of what is returned.
  grpc::MessageHolder<candidates::v1::GenerateRequest,
                      candidates::v1::GenerateResponse>*
  AllocateMessages() override;

 private:
  ArenaPool* const pool_;
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SERVICE_ARENA_MESSAGE_ALLOCATOR_H_
