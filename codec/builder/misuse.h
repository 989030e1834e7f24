// The checks of how builders are used: on in builds without NDEBUG, or where
// BACKWIRE_BUILDER_CHECKS is defined as 1. No class has another layout by them.
#ifndef BACKWIRE_BUILDER_MISUSE_H_
#define BACKWIRE_BUILDER_MISUSE_H_

#include "backwire/wire/port.h"

#ifndef BACKWIRE_BUILDER_CHECKS
#ifdef NDEBUG
#define BACKWIRE_BUILDER_CHECKS 0
#else
#define BACKWIRE_BUILDER_CHECKS 1
#endif
#endif

namespace backwire::builder {

// Ends the process: prints "backwire builder: <what>".
[[noreturn]] void Misuse(const char* what);

BACKWIRE_ALWAYS_INLINE void Require([[maybe_unused]] bool ok,
                                    [[maybe_unused]] const char* what) {
#if BACKWIRE_BUILDER_CHECKS
  if (BACKWIRE_UNLIKELY(!ok)) Misuse(what);
#endif
}

}  // namespace backwire::builder

#endif  // BACKWIRE_BUILDER_MISUSE_H_
