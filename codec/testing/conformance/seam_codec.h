// Messages to bytes and back by the codec of the process, the way that gRPC
// takes: through the seam, in a ByteBuffer. Keeps its own count of the
// messages, which shows at the end whether the codec was really used.
#ifndef BACKWIRE_TESTING_CONFORMANCE_SEAM_CODEC_H_
#define BACKWIRE_TESTING_CONFORMANCE_SEAM_CODEC_H_

#include <cstdint>
#include <map>
#include <string>

#include "google/protobuf/message.h"

namespace backwire::conformance {

// What became of an input: both ways of reading it (whole, and in many small
// slices) must come to one result.
enum class Verdict { kAccepted, kRefused, kDependsOnCuts };

// Not thread-safe. A codec must have been chosen.
class SeamCodec {
 public:
  Verdict Decode(const std::string& bytes, ::google::protobuf::Message* msg);

  // False if the codec reports an error.
  bool Encode(const ::google::protobuf::Message& msg, std::string* bytes);

  // Prints one line for each message type that was used, and returns whether
  // the library has counted what went through here: each message either by the
  // chosen codec or, if its type has no code, as left to stock.
  bool Report() const;

 private:
  struct Calls {
    uint64_t decodes = 0;
    uint64_t encodes = 0;
    // Whether the chosen codec has code for the type.
    bool covered = false;
  };

  Calls& CallsOf(const ::google::protobuf::Message& msg);

  std::map<std::string, Calls> calls_;
};

}  // namespace backwire::conformance

#endif  // BACKWIRE_TESTING_CONFORMANCE_SEAM_CODEC_H_
