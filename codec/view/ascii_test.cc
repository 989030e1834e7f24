#include "backwire/view/ascii.h"

#include <memory>

#include "gtest/gtest.h"

namespace backwire::view {
namespace {

using AsciiEndFunction = const char* (*)(const char*, const char*);

// In memory of exactly that size, so that AddressSanitizer sees a read beyond.
void CheckEverySizeAndPlace(AsciiEndFunction ascii_end) {
  for (size_t size = 0; size <= 200; ++size) {
    const std::unique_ptr<char[]> text(new char[size]);
    std::memset(text.get(), 0x7f, size);
    const char* const end = text.get() + size;
    EXPECT_EQ(ascii_end(text.get(), end), end) << size;
    for (size_t at = 0; at < size; ++at) {
      text[at] = static_cast<char>(0x80);
      EXPECT_EQ(ascii_end(text.get(), end), text.get() + at) << size;
      text[at] = 0x7f;
    }
  }
}

TEST(AsciiEndTest, PortableFindsTheFirstByteThatIsNot) {
  CheckEverySizeAndPlace(AsciiEndPortable);
}

#ifdef BACKWIRE_VIEW_SSE2
TEST(AsciiEndTest, Sse2FindsTheFirstByteThatIsNot) {
  CheckEverySizeAndPlace(AsciiEndSse2);
}
#endif

}  // namespace
}  // namespace backwire::view
