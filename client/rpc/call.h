// One gRPC call under way, and the set of all of them.
#ifndef BACKWIRE_CLIENT_RPC_CALL_H_
#define BACKWIRE_CLIENT_RPC_CALL_H_

#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_set>

#include "client/plan/load_plan.h"
#include "client/rpc/received_message.h"
#include "client/rpc/request_set.h"
#include "client/senders/caller.h"
#include "client/verify/verifier.h"

namespace backwire::client {

class Call;

// The calls that CancelAll() reaches. Thread-safe.
class CallRegistry {
 public:
  void Add(Call* call);
  void Remove(Call* call);
  void CancelAll();

 private:
  std::mutex mutex_;
  std::unordered_set<Call*> calls_;
};

using Stub = grpc::TemplatedGenericStub<candidates::v1::GenerateRequest,
                                        ReceivedMessage>;

// What every call of a run needs; all of it outlives the calls.
struct CallEnvironment {
  const RequestPlan* plan;
  const RequestSet* requests;
  const Verifier* verifier;  // may be nullptr
  CallRegistry* registry;
};

// Base of both kinds of call. Owns itself: End() reports and deletes it.
class Call {
 public:
  Call(const CallEnvironment& environment, size_t request_index, int target,
       int64_t deadline_ns, Caller::Done done);
  virtual ~Call() = default;

  virtual void Start(Stub* stub) = 0;

 protected:
  // What the response is wrong in; called only for a call that succeeded.
  virtual std::string Mismatch() = 0;

  void End(const grpc::Status& status);

  const candidates::v1::GenerateRequest& request() const {
    return environment_.requests->request(request_index_);
  }
  std::string CheckWhole(const candidates::v1::GenerateResponse* whole) const;

  const CallEnvironment& environment_;
  grpc::ClientContext context_;
  ReceivedMessage received_;

 private:
  friend class CallRegistry;

  const size_t request_index_;
  const int target_;
  const Caller::Done done_;
  bool cancelled_ = false;  // by CancelAll(); guarded by the registry's lock
};

std::unique_ptr<Call> MakeUnaryCall(const CallEnvironment& environment,
                                    size_t request_index, int target,
                                    int64_t deadline_ns, Caller::Done done);
std::unique_ptr<Call> MakeStreamCall(const CallEnvironment& environment,
                                     size_t request_index, int target,
                                     int64_t deadline_ns, Caller::Done done);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_RPC_CALL_H_
