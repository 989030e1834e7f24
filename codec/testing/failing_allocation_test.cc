// Each allocation that an encode or a decode makes fails once, for every
// message type that our code covers down to its last submessage. The exception
// reaches the caller; an encode loses nothing, and the codec is as good as
// before.
//
// Stock is no oracle here: its classes and streams do not survive a failed
// allocation (a has-bit without its submessage, a map without its table, a
// destructor that writes). So a message whose decoding failed is not touched
// again, not even destroyed; types with parts that stock encodes are left out,
// and, of decoding, maps with message values, which are destroyed on the way.
// Arenas are left out whole: after a failed allocation they lose memory by
// themselves, and moving a message between two ends the program.
#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <set>
#include <string>
#include <vector>

#include "backwire/reflective/reflective_test_types.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/failing_new.h"
#include "backwire/testing/random_message.h"
#include "google/protobuf/descriptor.pb.h"

// What LeakSanitizer does not report: objects that protobuf's containers have
// made when the growth of their own arrays fails.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:google::protobuf::UnknownFieldSet::Add\n"
         "leak:google::protobuf::Arena::CreateMaybeMessage<\n"
         "leak:google::protobuf::RepeatedPtrField<std::*>::Add()\n"
         "leak:::TryEmplaceInternal<\n"
         "leak:google::protobuf::internal::MapAllocator<\n";
}

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::Message;

constexpr int kMessagesPerType = 3;
// No message here takes as many allocations.
constexpr uint64_t kEndless = 100'000;

struct Codec {
  const char* name;
  const std::vector<TestedType>& (*types)();

  friend void PrintTo(const Codec& codec, std::ostream* out) {
    *out << codec.name;
  }
};

const Codec kCodecs[] = {
    {"Generated", &AllTestedTypes},
    {"Reflective", &reflective::ReflectedTypes},
};

// Whether all that a message of the type can hold has generated code.
bool IsCovered(const Descriptor* type, std::set<const Descriptor*>* seen) {
  if (!seen->insert(type).second) return true;
  if (!type->options().map_entry() &&
      FindTestedType(std::string(type->full_name())) == nullptr) {
    return false;
  }
  for (int i = 0; i < type->field_count(); ++i) {
    const Descriptor* const inner = type->field(i)->message_type();
    if (inner != nullptr && !IsCovered(inner, seen)) return false;
  }
  return true;
}

bool HasMapOfMessages(const Descriptor* type,
                      std::set<const Descriptor*>* seen) {
  if (!seen->insert(type).second) return false;
  for (int i = 0; i < type->field_count(); ++i) {
    const Descriptor* const inner = type->field(i)->message_type();
    if (inner == nullptr) continue;
    if (type->options().map_entry() || HasMapOfMessages(inner, seen)) {
      return true;
    }
  }
  return false;
}

// Runs `work` with its first, second, ... allocation failing, until there is
// none left to fail; `after` runs behind each failure. Returns how many failed.
template <class Work, class After>
uint64_t FailEach(const Work& work, const After& after) {
  for (uint64_t n = 1; n < kEndless; ++n) {
    bool failed = false;
    try {
      const FailingNew failing(n);
      work();
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    if (!failed) return n - 1;
    after();
  }
  ADD_FAILURE() << "no end of the allocations";
  return kEndless;
}

class FailingAllocationTest : public ::testing::TestWithParam<Codec> {
 protected:
  // Calls `check(type, bytes)` with the bytes of random messages.
  template <class Check>
  static void ForAllMessages(Check&& check) {
    RandomMessages random(20);
    for (const TestedType& type : GetParam().types()) {
      std::set<const Descriptor*> seen;
      if (!IsCovered(type.descriptor(), &seen)) continue;
      SCOPED_TRACE(std::string(type.descriptor()->full_name()));
      for (int i = 0; i < kMessagesPerType; ++i) {
        const std::unique_ptr<Message> msg = type.NewForStock();
        random.Fill(msg.get());
        check(type, StockBytes(*msg));
      }
    }
  }
};

TEST_P(FailingAllocationTest, AnEncodeLosesNothing) {
  uint64_t failures = 0;
  ForAllMessages([&](const TestedType& type, const std::string& bytes) {
    const std::unique_ptr<Message> msg = type.New();
    ASSERT_TRUE(StockMerge(bytes, msg.get()));
    // What is made at the first use only, of protobuf's reflection too.
    ASSERT_EQ(GeneratedBytes(type, *msg), bytes);
    const int64_t live = LiveAllocations();
    int64_t lost = 0;
    failures += FailEach([&] { (void)GeneratedBytes(type, *msg); },
                         [&] { lost += LiveAllocations() - live; });
    EXPECT_EQ(lost, 0);
    EXPECT_EQ(GeneratedBytes(type, *msg), bytes);
  });
  EXPECT_GT(failures, 200);
}

TEST_P(FailingAllocationTest, ADecodeThrowsAndTheNextOneIsGood) {
  // Reachable, so that a leak check finds no fault with them.
  static auto* const abandoned = new std::vector<Message*>;
  uint64_t failures = 0;
  ForAllMessages([&](const TestedType& type, const std::string& bytes) {
    std::set<const Descriptor*> seen;
    if (HasMapOfMessages(type.descriptor(), &seen)) return;
    const std::unique_ptr<Message> first = type.New();
    ASSERT_TRUE(GeneratedMerge(type, bytes, {}, first.get()));
    Message* msg = nullptr;
    const auto renew = [&] {
      abandoned->push_back(msg = type.New().release());
    };
    renew();
    failures += FailEach([&] { GeneratedMerge(type, bytes, {}, msg); }, renew);
    EXPECT_EQ(StockBytes(*msg), bytes);
  });
  EXPECT_GT(failures, 500);
}

INSTANTIATE_TEST_SUITE_P(All, FailingAllocationTest,
                         ::testing::ValuesIn(kCodecs), [](const auto& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace backwire::testing
