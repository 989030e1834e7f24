// Hints to the compiler that the hot paths rely on.
#ifndef BACKWIRE_WIRE_PORT_H_
#define BACKWIRE_WIRE_PORT_H_

#define BACKWIRE_LIKELY(x) __builtin_expect(!!(x), 1)
#define BACKWIRE_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define BACKWIRE_NOINLINE __attribute__((noinline))
#define BACKWIRE_ALWAYS_INLINE inline __attribute__((always_inline))

#endif  // BACKWIRE_WIRE_PORT_H_
