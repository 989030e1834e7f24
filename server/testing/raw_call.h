// Calls whose messages are bytes written by hand: for services whose protos the
// project does not have (health, reflection).
#ifndef BACKWIRE_SERVER_TESTING_RAW_CALL_H_
#define BACKWIRE_SERVER_TESTING_RAW_CALL_H_

#include <memory>
#include <string>

#include "grpcpp/channel.h"
#include "grpcpp/generic/generic_stub.h"

namespace backwire::server::testing {

// A streaming call of which messages are sent and read one at a time; every
// step ends after kPatience (server_process.h) at the latest. Not thread-safe.
class RawCall {
 public:
  RawCall(const std::shared_ptr<grpc::Channel>& channel,
          const std::string& method);
  ~RawCall();  // cancels the call

  bool Write(const std::string& message);

  // False at the end of the stream.
  bool Read(std::string* message);

  // How the server ended the call. Call last, once Read() is false.
  grpc::Status Finish();

 private:
  bool Step();

  grpc::GenericStub stub_;
  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> call_;
  bool finished_ = false;
};

// The first answer to `request`; `ok` says whether there was one.
std::string FirstAnswer(const std::shared_ptr<grpc::Channel>& channel,
                        const std::string& method, const std::string& request,
                        bool* ok);

// A HealthCheckRequest for `service`, and what HealthCheckResponse looks like.
std::string HealthRequest(const std::string& service);
inline constexpr char kServing[] = "\x08\x01";
inline constexpr char kNotServing[] = "\x08\x02";

}  // namespace backwire::server::testing

#endif  // BACKWIRE_SERVER_TESTING_RAW_CALL_H_
