// round_trip LIBRARY FILE...: loads a shared library of generated code and
// compares the codec with stock on random messages of every message type of the
// .proto files. A type without generated code must have a reason that can be
// seen in its schema. The last line of the output is a JSON object of counts.
#include <dlfcn.h>

#include <cstdio>

#include "backwire/testing/differential.h"
#include "backwire/testing/random_message.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::FieldOptions;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::Message;
using ::testing::AssertionFailure;
using ::testing::AssertionResult;

struct Counts {
  int files = 0;
  int lite_files = 0;
  int types = 0;
  int types_left_to_stock = 0;
  int messages = 0;
  int failures = 0;
};

bool IsForStock(const Descriptor* type) {
  if (type->extension_range_count() > 0) return true;
  for (int i = 0; i < type->field_count(); ++i) {
    const FieldOptions& options = type->field(i)->options();
    if (options.ctype() != FieldOptions::STRING || options.lazy() ||
        options.unverified_lazy() || options.weak()) {
      return true;
    }
  }
  return false;
}

AssertionResult RoundTrips(const TestedType& type, const Message& msg) {
  const AssertionResult encoded = EncodesAsStock(type, msg);
  if (!encoded) return encoded;
  const ExpectedDecode expected(type, StockBytes(msg));
  if (!expected.accepted()) {
    return AssertionFailure() << "stock refuses its own bytes of "
                              << type.codec->full_name;
  }
  return expected.HoldsForAllCuts(20);
}

// Stops at the type's first difference.
AssertionResult CheckType(const TestedType& type, Counts* counts) {
  AssertionResult result = RoundTrips(type, *type.NewForStock());
  for (uint32_t seed = 1; result && seed <= 6; ++seed) {
    RandomMessageOptions options;
    options.max_depth = 2;
    options.max_values = seed % 2 == 0 ? 60 : 12;
    const std::unique_ptr<Message> msg = type.NewForStock();
    RandomMessages(seed, options).Fill(msg.get());
    result = RoundTrips(type, *msg);
    ++counts->messages;
    if (!result) result << "\n  seed " << seed;
  }
  return result;
}

void Fail(const std::string& text, Counts* counts) {
  ++counts->failures;
  std::printf("%s\n", text.c_str());
}

void CheckTypes(const Descriptor* descriptor, Counts* counts) {
  if (descriptor->options().map_entry()) return;
  const std::string name(descriptor->full_name());
  if (const TestedType* type = FindTestedType(name)) {
    ++counts->types;
    const AssertionResult result = CheckType(*type, counts);
    if (!result) Fail(name + ": " + result.message(), counts);
  } else if (IsForStock(descriptor)) {
    ++counts->types_left_to_stock;
  } else {
    Fail(name + ": has no generated code, and no reason for it", counts);
  }
  for (int i = 0; i < descriptor->nested_type_count(); ++i) {
    CheckTypes(descriptor->nested_type(i), counts);
  }
}

void CheckFile(const char* name, Counts* counts) {
  const FileDescriptor* const file =
      DescriptorPool::generated_pool()->FindFileByName(name);
  ++counts->files;
  // Lite files have no descriptor.
  if (file == nullptr) {
    ++counts->lite_files;
    return;
  }
  for (int i = 0; i < file->message_type_count(); ++i) {
    CheckTypes(file->message_type(i), counts);
  }
}

int Main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: round_trip LIBRARY FILE...\n");
    return 2;
  }
  if (dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) == nullptr) {
    std::fprintf(stderr, "round_trip: cannot load %s: %s\n", argv[1],
                 dlerror());
    return 2;
  }
  const SilentLog silent;
  Counts counts;
  for (int i = 2; i < argc; ++i) CheckFile(argv[i], &counts);
  std::printf(
      "{\"files\": %d, \"lite files\": %d, \"types\": %d, "
      "\"types left to stock\": %d, \"messages\": %d, \"comparisons\": %llu}\n",
      counts.files, counts.lite_files, counts.types, counts.types_left_to_stock,
      counts.messages, static_cast<unsigned long long>(ChecksDone()));
  return counts.failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace backwire::testing

int main(int argc, char** argv) {
  return backwire::testing::Main(argc, argv);
}
