// Stock's check of UTF-8, out of reach of protobuf's own headers.
#ifndef BACKWIRE_TESTING_STOCK_UTF8_H_
#define BACKWIRE_TESTING_STOCK_UTF8_H_

#include <cstddef>

#include "backwire/compat/protobuf_compat.h"

#if BACKWIRE_PROTOBUF_HAS_EDITIONS
#include "utf8_validity.h"
#else
namespace google::protobuf::internal {
// Exported, but declared in no header that is installed.
bool IsStructurallyValidUTF8(const char* data, int size);
}  // namespace google::protobuf::internal
#endif

namespace backwire::testing {

inline bool StockIsValidUtf8(const char* data, size_t size) {
#if BACKWIRE_PROTOBUF_HAS_EDITIONS
  return ::utf8_range::IsStructurallyValid({data, size});
#else
  return ::google::protobuf::internal::IsStructurallyValidUTF8(
      data, static_cast<int>(size));
#endif
}

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_STOCK_UTF8_H_
