// What a request may hold, as candidates.proto states it.
#ifndef BACKWIRE_SERVER_GENERATION_REQUEST_CHECK_H_
#define BACKWIRE_SERVER_GENERATION_REQUEST_CHECK_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "candidates/v1/candidates.pb.h"

namespace backwire::server {

inline constexpr size_t kMaxUserIdBytes = 128;
inline constexpr int kMaxContextEntries = 32;
inline constexpr size_t kMaxContextKeyBytes = 64;
inline constexpr size_t kMaxContextValueBytes = 256;

// INVALID_ARGUMENT, with the field and its limit in the text. The chunk size is
// not looked at: Generate ignores it.
absl::Status CheckRequest(const candidates::v1::GenerateRequest& request,
                          int max_candidates);

// The error that says of a field what it is and what it may be.
absl::Status OutOfRange(absl::string_view field, int64_t value, int64_t min,
                        int64_t max);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_GENERATION_REQUEST_CHECK_H_
