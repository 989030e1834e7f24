// round_trip LIBRARY FILE...: loads a shared library of generated code and
// compares the codec, views and builders with stock on random messages of every
// message type of the .proto files. A type without generated code must have a
// reason that can be seen in its schema; each has a view. The last line of the
// output is a JSON object of counts.
#include <dlfcn.h>

#include <cstdio>

#include "backwire/testing/round_trip.h"
#include "backwire/testing/view_round_trip.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::MessageFactory;

struct Found {
  int lite_files = 0;
  int views = 0;
  std::vector<const FileDescriptor*> files;
  std::vector<const TestedType*> types;
  std::vector<TypeWithoutCode> without_code;
};

Found FindTypes(const char* const* files, int count) {
  Found found;
  for (int i = 0; i < count; ++i) {
    const FileDescriptor* const file =
        DescriptorPool::generated_pool()->FindFileByName(files[i]);
    if (file == nullptr) {
      ++found.lite_files;  // only those have no descriptor
    } else {
      found.files.push_back(file);
      FindTypesOf(file, &found.types, &found.without_code);
    }
  }
  return found;
}

// Prints each failure; returns their number.
int CheckViews(const Descriptor* descriptor, Found* found) {
  if (descriptor->options().map_entry()) return 0;
  const Message& prototype =
      *MessageFactory::generated_factory()->GetPrototype(descriptor);
  const std::string name(descriptor->full_name());
  const view::MessageLayout* const generated = FindGeneratedView(name);
  int failures = 0;
  if (generated == nullptr) {
    ++failures;
    std::printf("%s: has no view\n", name.c_str());
  } else {
    ++found->views;
  }
  const ::testing::AssertionResult result =
      ViewRoundTrips(prototype, generated);
  if (!result) {
    ++failures;
    std::printf("%s\n", result.message());
  }
  for (int i = 0; i < descriptor->nested_type_count(); ++i) {
    failures += CheckViews(descriptor->nested_type(i), found);
  }
  return failures;
}

int CheckViews(Found* found) {
  int failures = 0;
  for (const FileDescriptor* file : found->files) {
    for (int i = 0; i < file->message_type_count(); ++i) {
      failures += CheckViews(file->message_type(i), found);
    }
  }
  return failures;
}

int CheckCodec(const Found& found) {
  int failures = 0;
  for (const TestedType* type : found.types) {
    const ::testing::AssertionResult result = RoundTrips(*type);
    if (result) continue;
    ++failures;
    std::printf("%s: %s\n", type->codec->full_name, result.message());
  }
  for (const TypeWithoutCode& type : found.without_code) {
    if (type.has_reason) continue;
    ++failures;
    std::printf("%s: has no generated code, and no reason for it\n",
                type.name.c_str());
  }
  return failures;
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
  Found found = FindTypes(argv + 2, argc - 2);
  const int failures = CheckCodec(found) + CheckViews(&found);
  std::printf(
      "{\"files\": %d, \"lite files\": %d, \"types\": %zu, "
      "\"types left to stock\": %zu, \"views\": %d, \"messages\": %zu, "
      "\"comparisons\": %llu}\n",
      argc - 2, found.lite_files, found.types.size(), found.without_code.size(),
      found.views, found.types.size() * kRoundTripMessages,
      static_cast<unsigned long long>(ChecksDone()));
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace backwire::testing

int main(int argc, char** argv) { return backwire::testing::Main(argc, argv); }
