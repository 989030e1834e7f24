// Hints to the compiler that the hot paths rely on.
#ifndef BACKWIRE_WIRE_PORT_H_
#define BACKWIRE_WIRE_PORT_H_

#define BACKWIRE_LIKELY(x) __builtin_expect(!!(x), 1)
#define BACKWIRE_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define BACKWIRE_NOINLINE __attribute__((noinline))
// On a function: what it calls is inlined into it.
#define BACKWIRE_FLATTEN __attribute__((flatten))
#define BACKWIRE_ALWAYS_INLINE inline __attribute__((always_inline))

// On a member function: what it returns borrows from the object. The compiler
// warns where the object is gone too early, if it can see that.
#if defined(__clang__)
#define BACKWIRE_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define BACKWIRE_LIFETIME_BOUND
#endif

// Set when a sanitizer watches memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BACKWIRE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define BACKWIRE_SANITIZED 1
#endif
#endif

#endif  // BACKWIRE_WIRE_PORT_H_
