#include "backwire/wire/copy.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "backwire/wire/forward_copy.h"
#include "gtest/gtest.h"

namespace backwire::wire {
namespace {

using Copy = uint64_t (*)(uint8_t* end, const char* from, size_t size);

// Every kernel that is compiled in, forced by name.
struct Kernel {
  const char* name;
  Copy copy;
  size_t slack_below;      // may be written below the string's end
  size_t slack_above = 0;  // ... and from its start on
};

// A forward kernel by the end of its string.
template <uint64_t (*kCopy)(uint8_t* to, const char* from, size_t size)>
uint64_t Forward(uint8_t* end, const char* from, size_t size) {
  return kCopy(end - size, from, size);
}

void PrintTo(const Kernel& kernel, std::ostream* out) { *out << kernel.name; }

const Kernel kKernels[] = {
    {"chosen", &CopyString, kCopySlackBytes},
    {"portable", &CopyStringPortable, 0},
#ifdef BACKWIRE_COPY_SSE2
    {"sse2", &CopyStringSse2, kCopySlackBytes},
    {"forward_sse2", &Forward<CopyStringForwardSse2>, 0, kCopySlackBytes},
#endif
    {"forward_chosen", &Forward<CopyStringForward>, 0, kCopySlackBytes},
    {"forward_portable", &Forward<CopyStringForwardPortable>, 0, 0},
};

// Those that look at no byte.
uint64_t Unchecked(uint8_t* end, const char* from, size_t size) {
  CopyUnchecked(end, from, size);
  return 0;
}
uint64_t UncheckedForward(uint8_t* to, const char* from, size_t size) {
  CopyUncheckedForward(to, from, size);
  return 0;
}

const Kernel kUncheckedKernels[] = {
    {"unchecked", &Unchecked, kCopySlackBytes},
    {"unchecked_forward", &Forward<UncheckedForward>, 0, kCopySlackBytes},
};

class CopyTest : public ::testing::TestWithParam<Kernel> {
 protected:
  // Copies `from` in front of a guard and behind one; returns the copy's value.
  uint64_t CheckedCopy(const char* from, size_t size) {
    const size_t slack = std::max(size, GetParam().slack_below);
    const size_t end_at = 8 + slack;
    const size_t above = std::max(size, GetParam().slack_above) - size;
    std::string to(end_at + above + 8, '#');
    auto* const end = reinterpret_cast<uint8_t*>(&to[end_at]);
    const uint64_t high_bits = GetParam().copy(end, from, size);
    EXPECT_EQ(to.substr(0, 8), "########") << "below the slack, size " << size;
    EXPECT_EQ(to.substr(end_at + above), "########") << "above, size " << size;
    EXPECT_EQ(to.substr(end_at - size, size), std::string(from, size));
    return high_bits;
  }
};

TEST_P(CopyTest, CopiesEveryLength) {
  for (size_t size = 0; size <= kLongCopyBytes + 50; ++size) {
    std::string from(size, '\0');
    for (size_t i = 0; i < size; ++i) from[i] = static_cast<char>(i % 128);
    EXPECT_EQ(CheckedCopy(from.data(), size), 0u) << size;
  }
}

TEST_P(CopyTest, CopiesWhatIsLongerThanAPiece) {
  for (const size_t size : {kCopyPieceBytes - 1, kCopyPieceBytes,
                            kCopyPieceBytes + 1, 2 * kCopyPieceBytes + 33}) {
    std::string from(size, '\0');
    for (size_t i = 0; i < size; ++i) from[i] = static_cast<char>(i * 31 % 127);
    EXPECT_EQ(CheckedCopy(from.data(), size), 0u) << size;
  }
}

class CheckingCopyTest : public CopyTest {};

TEST_P(CheckingCopyTest, SeesTheHighBitOfEveryByteAndOfNoOther) {
  for (size_t size = 0; size <= 100; ++size) {
    // What stands around the string has its high bit set too.
    std::string from(40 + size + 40, '\xff');
    std::fill_n(from.begin() + 40, size, '\x7f');
    EXPECT_EQ(CheckedCopy(&from[40], size), 0u) << size;
    for (size_t at = 0; at < size; ++at) {
      from[40 + at] = '\x80';
      EXPECT_NE(CheckedCopy(&from[40], size), 0u) << at << " of " << size;
      from[40 + at] = '\x7f';
    }
  }
}

// A page between two that must not be touched.
class LonelyPage {
 public:
  LonelyPage() : size_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    pages_ = static_cast<char*>(mmap(nullptr, 3 * size_, PROT_NONE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_EQ(mprotect(begin(), size_, PROT_READ | PROT_WRITE), 0);
  }
  ~LonelyPage() { munmap(pages_, 3 * size_); }
  LonelyPage(const LonelyPage&) = delete;
  LonelyPage& operator=(const LonelyPage&) = delete;

  char* begin() { return pages_ + size_; }
  char* end() { return begin() + size_; }

 private:
  size_t size_;
  char* pages_;
};

TEST_P(CopyTest, ReadsNoOtherPage) {
  LonelyPage page;
  std::fill(page.begin(), page.end(), 'x');
  for (size_t size = 0; size <= 70; ++size) {
    for (size_t offset = 0; offset <= 40; ++offset) {
      EXPECT_EQ(CheckedCopy(page.begin() + offset, size), 0u);
      EXPECT_EQ(CheckedCopy(page.end() - offset - size, size), 0u);
    }
  }
}

std::string NameOf(const ::testing::TestParamInfo<Kernel>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Kernels, CopyTest, ::testing::ValuesIn(kKernels),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(UncheckedKernels, CopyTest,
                         ::testing::ValuesIn(kUncheckedKernels), NameOf);
INSTANTIATE_TEST_SUITE_P(Kernels, CheckingCopyTest,
                         ::testing::ValuesIn(kKernels), NameOf);

}  // namespace
}  // namespace backwire::wire
