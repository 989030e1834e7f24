// Makes a chosen allocation fail: the program's operator new is replaced by one
// that throws std::bad_alloc when it is told to, and that counts what is alive.
// Memory that is taken by malloc is not seen.
#ifndef BACKWIRE_TESTING_FAILING_NEW_H_
#define BACKWIRE_TESTING_FAILING_NEW_H_

#include <cstdint>

namespace backwire::testing {

// While it lives, the `n`-th call (1 or more) of operator new by this thread
// throws. One at a time in each thread.
class FailingNew {
 public:
  explicit FailingNew(uint64_t n);
  ~FailingNew();
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;
};

// What operator new has handed out and operator delete has not taken back, by
// all threads.
int64_t LiveAllocations();

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_FAILING_NEW_H_
