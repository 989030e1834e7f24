#include "backwire/message/type_codec.h"

#include <mutex>

namespace backwire {
namespace {

struct Registrations {
  std::mutex mutex;
  std::vector<const TypeCodec*> codecs;  // guarded by mutex
};

// Made at the first use, which is before main(), and never destroyed: other
// globals may still use it while the process ends.
Registrations& TheRegistrations() {
  static auto* const registrations = new Registrations;
  return *registrations;
}

}  // namespace

bool RegisterTypeCodecs(const TypeCodec* codecs, size_t count) {
  Registrations& registrations = TheRegistrations();
  const std::lock_guard<std::mutex> lock(registrations.mutex);
  for (size_t i = 0; i < count; ++i) registrations.codecs.push_back(&codecs[i]);
  return true;
}

std::vector<const TypeCodec*> RegisteredTypeCodecs() {
  Registrations& registrations = TheRegistrations();
  const std::lock_guard<std::mutex> lock(registrations.mutex);
  return registrations.codecs;
}

}  // namespace backwire
