#include "backwire/message/string_field.h"

#include "google/protobuf/wire_format_lite.h"

namespace backwire::message {
namespace {

using ::google::protobuf::internal::WireFormatLite;

// Stock checks once more and writes the log line that its users know.
void LogAsStockDoes(const char* data, size_t size,
                    WireFormatLite::Operation operation,
                    const char* field_name) {
  (void)WireFormatLite::VerifyUtf8String(data, static_cast<int>(size),
                                         operation, field_name);
}

}  // namespace

void LogInvalidUtf8Encoded(const char* data, size_t size,
                           const char* field_name) {
  LogAsStockDoes(data, size, WireFormatLite::SERIALIZE, field_name);
}

void LogInvalidUtf8Decoded(const char* data, size_t size,
                           const char* field_name) {
  LogAsStockDoes(data, size, WireFormatLite::PARSE, field_name);
}

}  // namespace backwire::message
