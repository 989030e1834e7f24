// What the builders take as text or bytes: anything that has data() and size()
// (both string_views, std::string, a vector of char) or a C string.
#ifndef BACKWIRE_BUILDER_TEXT_H_
#define BACKWIRE_BUILDER_TEXT_H_

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace backwire::builder {

// Borrows the bytes; only meant as a parameter, whose bytes are copied before
// the call returns.
class Text {
 public:
  // A C string, up to its NUL; no null pointer.
  Text(const char* text)  // NOLINT(google-explicit-constructor)
      : data_(text), size_(std::strlen(text)) {}
  Text(const char* data, size_t size)
      : data_(size == 0 ? "" : data), size_(size) {}
  template <class T, class = std::enable_if_t<std::is_convertible_v<
                         decltype(std::declval<const T&>().data()),
                         const char*>>>
  Text(const T& text)  // NOLINT(google-explicit-constructor)
      : Text(text.data(), text.size()) {}

  // Never a null pointer.
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  const char* data_;
  size_t size_;
};

// The bytes of a message that is encoded already. They are sent as they are:
// nothing checks that they are a message.
struct EncodedMessage {
  explicit EncodedMessage(Text encoded) : bytes(encoded) {}
  Text bytes;
};

}  // namespace backwire::builder

#endif  // BACKWIRE_BUILDER_TEXT_H_
