#include "backwire/testing/fuzz/fuzz_types.h"

#include <algorithm>

#include "backwire/reflective/field_rules.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/test_types.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::fuzz {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::FileOptions;
using ::google::protobuf::Message;
using ::google::protobuf::MessageFactory;

void AddType(const Descriptor* descriptor, std::vector<FuzzType>* types) {
  if (descriptor->options().map_entry()) return;
  for (int i = 0; i < descriptor->nested_type_count(); ++i) {
    AddType(descriptor->nested_type(i), types);
  }
  const bool for_size =
      descriptor->file()->options().optimize_for() == FileOptions::CODE_SIZE;
  const bool reflective = reflective::CanReflect(descriptor) && !for_size;
  const std::string name(descriptor->full_name());
  const testing::TestedType* const tested = testing::FindTestedType(name);
  const Message* const prototype =
      MessageFactory::generated_factory()->GetPrototype(descriptor);
  const Message* const twin = testing::TwinOf(descriptor);
  const bool has_oracle = !for_size || twin != nullptr;
  if (tested == nullptr && !has_oracle) return;
  const auto view = GeneratedLayouts().find(name);
  types->push_back(
      {name, prototype, twin != nullptr ? twin : prototype,
       tested != nullptr ? tested->codec : nullptr, reflective, has_oracle,
       has_oracle && view != GeneratedLayouts().end() ? view->second
                                                      : nullptr});
}

std::vector<FuzzType> FindAll() {
  std::vector<FuzzType> types;
  for (const FileDescriptor* file : testing::TestFiles()) {
    for (int i = 0; i < file->message_type_count(); ++i) {
      AddType(file->message_type(i), &types);
    }
  }
  std::sort(
      types.begin(), types.end(),
      [](const FuzzType& a, const FuzzType& b) { return a.name < b.name; });
  return types;
}

}  // namespace

const std::vector<FuzzType>& FuzzTypes() {
  static const auto* const types = new std::vector<FuzzType>(FindAll());
  return *types;
}

int FindFuzzType(std::string_view name) {
  const std::vector<FuzzType>& types = FuzzTypes();
  const auto found =
      std::find_if(types.begin(), types.end(),
                   [name](const FuzzType& type) { return type.name == name; });
  return found == types.end() ? -1 : static_cast<int>(found - types.begin());
}

}  // namespace backwire::fuzz
