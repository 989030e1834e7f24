#include "backwire/registry/parity.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <new>
#include <random>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "backwire/registry/log.h"
#include "backwire/wire/backward_writer.h"
#include "backwire/wire/chain_source.h"
#include "backwire/wire/wire_format.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/wire_format_lite.h"

namespace backwire {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::MessageLite;
using ::google::protobuf::internal::WireFormatLite;

// Beyond these the counters tell enough.
constexpr uint64_t kMaxLoggedDifferences = 20;

std::atomic<uint64_t> g_logged{0};
// A message is compared if a random 32-bit number lies below this.
std::atomic<uint64_t> g_threshold{0};
std::atomic<size_t> g_max_message_bytes{wire::kMaxMessageBytes};
std::atomic<int> g_running_checks{0};

std::string StockBytes(const MessageLite& msg) {
  std::string bytes;
  {
    ::google::protobuf::io::StringOutputStream stream(&bytes);
    ::google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    (void)msg.SerializePartialToCodedStream(&coded);
  }
  return bytes;
}

std::string GeneratedBytes(const MessageLite& msg, const TypeEntry& entry) {
  wire::ChainSource source(
      entry.size_hint_bytes.load(std::memory_order_relaxed) + 64);
  wire::BackwardWriter writer(&source, /*deterministic=*/true);
  writer.Finish(entry.codec->encode(msg, writer.Begin(), writer));
  std::string bytes;
  source.AppendTo(&bytes);
  return bytes;
}

// True if the difference is to be described in the log: what says more costs
// more, and a codec that is wrong may be so in every message.
[[nodiscard]] bool CountDifference(TypeEntry& entry) {
  entry.parity_differences.fetch_add(1, std::memory_order_relaxed);
  return g_logged.fetch_add(1, std::memory_order_relaxed) <
         kMaxLoggedDifferences;
}

void LogDifference(const TypeEntry& entry, absl::string_view what) {
  Log(LogSeverity::kError,
      absl::StrCat("parity: ", entry.codec->full_name, ": ", what));
}

// Compares two encodings of what should be one message.
void CompareBytes(const MessageLite& msg, absl::string_view operation,
                  absl::string_view stock, absl::string_view generated,
                  TypeEntry& entry) {
  entry.parity_checks.fetch_add(1, std::memory_order_relaxed);
  entry.RecordSize(stock.size());
  if (stock == generated || !CountDifference(entry)) return;
  const size_t common = std::min(stock.size(), generated.size());
  const size_t offset =
      std::mismatch(stock.begin(), stock.begin() + common, generated.begin())
          .first -
      stock.begin();
  // Of two encodings that are alike up to the shorter one's end, the longer one
  // has the field.
  const absl::string_view with_field =
      offset < stock.size() ? stock : generated;
  // Only messages with reflection have generated code.
  const Descriptor* const type =
      static_cast<const Message&>(msg).GetDescriptor();
  LogDifference(entry,
                absl::StrCat(operation, " differs from stock at byte ", offset,
                             ", field ", FieldPathAt(*type, with_field, offset),
                             " (sizes: stock ", stock.size(), ", generated ",
                             generated.size(), ")"));
}

// Walks the records of one message down to the one that holds an offset.
class PathFinder {
 public:
  PathFinder(absl::string_view bytes, size_t offset_bytes)
      : bytes_(bytes), offset_(offset_bytes) {}

  std::string Find(const Descriptor* type, size_t begin, size_t end) {
    std::map<int, int> seen;
    for (size_t position = begin; position < end;) {
      const Record record = ReadRecord(position, end);
      if (record.end == 0) return "";
      const int index = seen[record.number]++;
      position = record.end;
      if (offset_ < record.end) return Describe(type, record, index);
    }
    return "";
  }

 private:
  struct Record {
    int number;
    bool has_records;  // LEN or a group
    size_t payload;
    size_t end;  // 0: malformed, or the end of a group
  };

  Record ReadRecord(size_t begin, size_t end) const {
    ::google::protobuf::io::CodedInputStream input(
        reinterpret_cast<const uint8_t*>(bytes_.data()) + begin,
        static_cast<int>(end - begin));
    const uint32_t tag = input.ReadTag();
    const wire::WireType type = wire::TypeOf(tag);
    uint32_t length = 0;
    bool ok = tag != 0 && (type != wire::kLen || input.ReadVarint32(&length));
    const size_t payload = begin + input.CurrentPosition();
    ok = ok && (type == wire::kLen ? input.Skip(static_cast<int>(length))
                                   : WireFormatLite::SkipField(&input, tag));
    return {static_cast<int>(wire::FieldNumber(tag)),
            type == wire::kLen || type == wire::kSGroup, payload,
            ok ? begin + input.CurrentPosition() : 0};
  }

  std::string Describe(const Descriptor* type, const Record& record,
                       int index) {
    const FieldDescriptor* const field = type->FindFieldByNumber(record.number);
    if (field == nullptr) return absl::StrCat("unknown field ", record.number);
    std::string path = std::string(field->name());
    if (field->is_map()) return path;
    if (field->is_repeated()) absl::StrAppend(&path, "[", index, "]");
    if (!record.has_records || offset_ < record.payload ||
        field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      return path;
    }
    const std::string inner =
        Find(field->message_type(), record.payload, record.end);
    return inner.empty() ? path : absl::StrCat(path, ".", inner);
  }

  absl::string_view bytes_;
  size_t offset_;
};

}  // namespace

absl::Status SetParitySampleRate(double rate) {
  // Written so that a NaN is refused too.
  if (!(rate >= 0 && rate <= 1)) {
    return absl::InvalidArgumentError(
        absl::StrCat("parity sample rate ", rate, " is not between 0 and 1"));
  }
  g_threshold.store(static_cast<uint64_t>(rate * 4294967296.0),
                    std::memory_order_relaxed);
  return absl::OkStatus();
}

absl::Status SetParityMaxMessageBytes(size_t max_bytes) {
  if (max_bytes > wire::kMaxMessageBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("parity's largest message of ", max_bytes,
                     " bytes is more than protobuf's limit of 2 GiB"));
  }
  g_max_message_bytes.store(max_bytes, std::memory_order_relaxed);
  return absl::OkStatus();
}

void RunParityCheck(size_t message_bytes, TypeEntry& entry,
                    absl::FunctionRef<void()> check) {
  const bool is_small =
      message_bytes <= g_max_message_bytes.load(std::memory_order_relaxed);
  const bool has_room = g_running_checks.fetch_add(1) < kMaxParityChecksAtOnce;
  const absl::Cleanup leave = [] { g_running_checks.fetch_sub(1); };
  if (is_small && has_room) {
    // Stock has done its work on the message: memory that is only for the
    // comparison must not end the call.
    try {
      check();
      return;
    } catch (const std::bad_alloc&) {
    }
  }
  entry.parity_skipped.fetch_add(1, std::memory_order_relaxed);
}

bool SampleForParity() {
  // Not random_device, which costs a system call in each new thread.
  static std::atomic<uint32_t> seed{1};
  thread_local std::minstd_rand engine(seed.fetch_add(0x9E3779B9));
  thread_local std::uniform_int_distribution<uint64_t> draw(0, 0xffffffff);
  return draw(engine) < g_threshold.load(std::memory_order_relaxed);
}

void CheckEncodeParity(const MessageLite& msg, TypeEntry& entry) {
  CompareBytes(msg, "encoding", StockBytes(msg), GeneratedBytes(msg, entry),
               entry);
}

void CheckDecodeParity(const DecodeOutcome& stock,
                       const DecodeOutcome& generated, TypeEntry& entry) {
  if (stock.accepted && generated.accepted) {
    CompareBytes(*stock.msg, "the decoded message", StockBytes(*stock.msg),
                 StockBytes(*generated.msg), entry);
    return;
  }
  entry.parity_checks.fetch_add(1, std::memory_order_relaxed);
  if (stock.accepted == generated.accepted || !CountDifference(entry)) return;
  LogDifference(entry, stock.accepted ? "decoding refuses what stock accepts"
                                      : "decoding accepts what stock refuses");
}

std::string FieldPathAt(const Descriptor& type, absl::string_view bytes,
                        size_t offset_bytes) {
  return PathFinder(bytes, offset_bytes).Find(&type, 0, bytes.size());
}

}  // namespace backwire
