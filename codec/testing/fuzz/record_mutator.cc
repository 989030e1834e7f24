#include "backwire/testing/fuzz/record_mutator.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "backwire/testing/odd_input.h"
#include "backwire/testing/wire_scan.h"
#include "backwire/testing/wire_text.h"
#include "google/protobuf/descriptor.h"

namespace backwire::fuzz {
namespace {

using testing::Choices;
using testing::Prefixed;
using testing::ScannedRecord;
using testing::ScanRecord;
using testing::Varint;

constexpr int kMaxDepth = 12;

// The records of a message; what cannot be scanned is the last one.
std::vector<std::string> Split(std::string_view bytes) {
  std::vector<std::string> records;
  ScannedRecord record;
  while (ScanRecord(bytes, &record)) {
    records.emplace_back(bytes.substr(0, record.size_bytes));
    bytes.remove_prefix(record.size_bytes);
  }
  if (!bytes.empty()) records.emplace_back(bytes);
  return records;
}

std::string Join(const std::vector<std::string>& records) {
  std::string bytes;
  for (const std::string& record : records) bytes += record;
  return bytes;
}

std::string Tag(uint64_t number, uint32_t type) {
  return Varint(number << 3 | type);
}

uint64_t OddValue(Choices& choices) {
  const uint32_t bits = choices.Below(65);
  const uint64_t power = bits == 64 ? 0 : uint64_t{1} << bits;
  switch (choices.Below(4)) {
    case 0:
      return choices.Below(8);
    case 1:
      return power - choices.Below(2);
    case 2:
      return uint64_t{0} - power;
    default:
      return choices.Next64();
  }
}

// Odd inputs about the fields of the type, and records of any field. Kept: to
// make them takes longer than to use one.
const std::vector<std::string>& PoolOf(const FuzzType& type) {
  static auto* const pools =
      new std::unordered_map<const FuzzType*, std::vector<std::string>>;
  const auto [entry, is_new] = pools->try_emplace(&type);
  std::vector<std::string>& pool = entry->second;
  if (!is_new) return pool;
  const auto add = [&pool](const std::vector<testing::OddInput>& inputs) {
    for (const testing::OddInput& input : inputs) {
      if (input.bytes.size() < 300) pool.push_back(input.bytes);
    }
  };
  const ::google::protobuf::Descriptor* const descriptor =
      type.prototype->GetDescriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    add(testing::OddInputsOf(descriptor->field(i)));
    pool.push_back(testing::SampleRecord(descriptor->field(i), 1));
  }
  add(testing::OddRecords());
  return pool;
}

// Turns the payload into one of wire type `type`.
std::string PayloadAs(const ScannedRecord& record, uint32_t type,
                      Choices& choices) {
  switch (type) {
    case wire::kVarint:
      return Varint(record.value.value);
    case wire::kI64:
      return std::string(8, static_cast<char>(choices.Below(256)));
    case wire::kI32:
      return std::string(4, static_cast<char>(choices.Below(256)));
    case wire::kLen:
      return record.type() == wire::kVarint ? Prefixed(record.value.bytes)
                                            : Prefixed(record.payload);
    case wire::kSGroup:
      return std::string(record.payload) + Tag(record.number(), wire::kEGroup);
    default:
      return "";
  }
}

std::string FlipType(const ScannedRecord& record, Choices& choices) {
  const uint32_t type = choices.Below(8);
  return Tag(record.number(), type) + PayloadAs(record, type, choices);
}

// The record with another number, near it or far.
std::string Renumber(const ScannedRecord& record, Choices& choices) {
  static constexpr uint32_t kNumbers[] = {
      0, 1, 2, 15, 16, 2047, 2048, 19000, 5000, 99999, 536870911, 100};
  uint64_t number = record.number();
  switch (choices.Below(4)) {
    case 0:
      number = kNumbers[choices.Below(std::size(kNumbers))];
      break;
    case 1:
      number -= number > 0 ? 1 : 0;
      break;
    case 2:
      ++number;
      break;
    default:
      number = 1 + choices.Below(40);
  }
  const size_t after_tag = record.tag.bytes.size();
  const std::string_view rest(record.tag.bytes.data() + after_tag,
                              record.size_bytes - after_tag);
  return Tag(number & 0x1fffffff, record.type()).append(rest);
}

// The record with one of its varints in more bytes than needed.
std::string Pad(const ScannedRecord& record, Choices& choices) {
  const auto padded = [&choices](const testing::ScannedVarint& varint,
                                 size_t max_bytes) {
    const size_t room = max_bytes - std::min(max_bytes, varint.bytes.size());
    const size_t more = 1 + choices.Below(static_cast<uint32_t>(room + 1));
    return Varint(varint.value, varint.bytes.size() + more);
  };
  std::string tag(record.tag.bytes);
  std::string length(record.length.bytes);
  std::string value(record.value.bytes);
  const uint32_t which = choices.Below(2);
  if (which == 0 && !value.empty()) {
    value = padded(record.value, 10);
  } else if (which == 0 && !length.empty()) {
    length = padded(record.length, 5);
  } else {
    tag = padded(record.tag, 5);
  }
  return tag + length + value + std::string(record.payload);
}

// The record with another value; a payload changes in one byte, in or out.
std::string Revalue(const ScannedRecord& record, Choices& choices) {
  if (record.type() == wire::kVarint) {
    return std::string(record.tag.bytes) + Varint(OddValue(choices));
  }
  std::string payload(record.payload);
  const auto size = static_cast<uint32_t>(payload.size());
  const size_t at = choices.Below(size + 1);
  const auto byte = static_cast<char>(choices.Below(256));
  if (at < size && (choices.Below(2) == 0 || record.type() != wire::kLen)) {
    payload[at] = byte;
  } else if (record.type() == wire::kLen) {
    payload.insert(at, 1, byte);
  }
  std::string result(record.tag.bytes);
  return result += record.type() == wire::kLen ? Prefixed(payload) : payload;
}

// A length that does not fit the payload.
std::string Mislead(const ScannedRecord& record, Choices& choices) {
  static constexpr uint64_t kLengths[] = {0x7fffffff, 0x80000000,  0xffffffff,
                                          0x7ffffff0, 0x100000000, 0};
  if (record.type() != wire::kLen) {
    return Renumber(record, choices);
  }
  const uint32_t which = choices.Below(2 + std::size(kLengths));
  const uint64_t length = which < 2
                              ? record.payload.size() + (which == 0 ? 1 : -1)
                              : kLengths[which - 2];
  return std::string(record.tag.bytes) + Varint(length) +
         std::string(record.payload);
}

// A packed payload as single values, or a single value as a packed one.
std::string Repack(const ScannedRecord& record, Choices& choices) {
  if (record.type() == wire::kVarint) {
    std::string values;
    for (uint32_t i = choices.Below(20); i > 0; --i) {
      values += choices.Below(2) == 0 ? std::string(record.value.bytes)
                                      : Varint(OddValue(choices));
    }
    return Tag(record.number(), wire::kLen) + Prefixed(values);
  }
  if (record.type() != wire::kLen) {
    std::string values;
    for (uint32_t i = choices.Below(6); i > 0; --i) values += record.payload;
    return Tag(record.number(), wire::kLen) + Prefixed(values);
  }
  std::string result;
  std::string_view rest = record.payload;
  testing::ScannedVarint value;
  while (testing::ScanVarint(rest, 10, &value)) {
    result += Tag(record.number(), wire::kVarint).append(value.bytes);
    rest.remove_prefix(value.bytes.size());
  }
  return result;
}

// The record inside another one, or inside so many that decoders must refuse.
std::string Nest(const ScannedRecord& record, std::string_view bytes,
                 Choices& choices) {
  const uint32_t number =
      choices.Below(2) == 0 ? record.number() : 1 + choices.Below(30);
  const bool as_group = choices.Below(2) == 0;
  std::string nested(bytes);
  for (uint32_t levels = choices.Below(16) == 0 ? 90 + choices.Below(16) : 1;
       levels > 0; --levels) {
    nested = as_group ? Tag(number, wire::kSGroup) + nested +
                            Tag(number, wire::kEGroup)
                      : Tag(number, wire::kLen) + Prefixed(nested);
  }
  return nested;
}

std::string MutateRecord(const ScannedRecord& record, std::string_view bytes,
                         Choices& choices) {
  switch (choices.Below(9)) {
    case 0:
      return FlipType(record, choices);
    case 1:
      return Renumber(record, choices);
    case 2:
      return Pad(record, choices);
    case 3:
      return Mislead(record, choices);
    case 4:
      return Repack(record, choices);
    case 5:
      return Nest(record, bytes, choices);
    default:
      return Revalue(record, choices);
  }
}

// Changes the order or number of the records.
void MutateList(const FuzzType& type, Choices& choices,
                std::vector<std::string>* records) {
  const auto any = [&](size_t count) {
    return records->begin() + choices.Below(static_cast<uint32_t>(count));
  };
  const size_t count = records->size();
  const std::vector<std::string>& pool = PoolOf(type);
  if (count == 0 || choices.Below(3) == 0) {
    const std::string& odd =
        pool[choices.Below(static_cast<uint32_t>(pool.size()))];
    records->insert(any(count + 1), odd);
    return;
  }
  switch (choices.Below(4)) {
    case 0: {
      const std::string copy = *any(count);
      records->insert(any(count + 1), copy);
      return;
    }
    case 1:
      std::iter_swap(any(count), any(count));
      return;
    case 2:
      records->erase(any(count));
      return;
    default: {
      std::string& cut = *any(count);
      cut.resize(choices.Below(static_cast<uint32_t>(cut.size() + 1)));
    }
  }
}

void MutateAtDepth(const FuzzType& type, Choices& choices, int depth,
                   std::string* bytes) {
  std::vector<std::string> records = Split(*bytes);
  if (records.empty() || choices.Below(3) == 0) {
    MutateList(type, choices, &records);
    *bytes = Join(records);
    return;
  }
  std::string& chosen =
      records[choices.Below(static_cast<uint32_t>(records.size()))];
  ScannedRecord record;
  if (!ScanRecord(chosen, &record)) {
    chosen.resize(choices.Below(static_cast<uint32_t>(chosen.size() + 1)));
  } else if (record.type() == wire::kLen && depth < kMaxDepth &&
             choices.Below(2) == 0) {
    std::string inner(record.payload);
    MutateAtDepth(type, choices, depth + 1, &inner);
    chosen = std::string(record.tag.bytes) + Prefixed(inner);
  } else {
    const std::string copy = chosen;
    ScanRecord(copy, &record);
    chosen = MutateRecord(record, copy, choices);
  }
  *bytes = Join(records);
}

}  // namespace

void MutateRecords(const FuzzType& type, Choices& choices, std::string* bytes) {
  MutateAtDepth(type, choices, 0, bytes);
}

std::string SpliceRecords(std::string_view one, std::string_view two,
                          Choices& choices) {
  const std::vector<std::string> a = Split(one);
  const std::vector<std::string> b = Split(two);
  std::string bytes;
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const bool from_a =
        j == b.size() || (i < a.size() && choices.Below(2) == 0);
    const std::string& record = from_a ? a[i++] : b[j++];
    if (choices.Below(4) != 0) bytes += record;
  }
  return bytes;
}

}  // namespace backwire::fuzz
