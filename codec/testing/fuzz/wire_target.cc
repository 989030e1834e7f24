// The target `wire`: the reader over pieces, the backward writer, the copy of
// strings and the UTF-8 check against their portable twins.
//
//   input := which (1 byte) cut (1 byte) piece (1 byte) bytes
#include <cstring>

#include "backwire/testing/choices.h"
#include "backwire/testing/corpus.h"
#include "backwire/testing/fuzz/guarded_memory.h"
#include "backwire/testing/fuzz/portable_twins.h"
#include "backwire/testing/fuzz/target.h"
#include "backwire/testing/random_message.h"
#include "backwire/testing/wire_text.h"
#include "backwire/wire/backward_writer.h"
#include "backwire/wire/copy.h"
#include "backwire/wire/span_source.h"
#include "backwire/wire/utf8.h"
#include "backwire/wire/wire_reader.h"

namespace backwire::fuzz {
namespace {

using testing::Choices;
using wire::WireReader;

// The walk of TwinWalk() by the reader.
class ReaderWalk {
 public:
  ReaderWalk(WireReader& reader, Trace* trace)
      : reader_(reader), trace_(trace) {}

  const char* Message(const char* ptr) {
    while (!reader_.Done(&ptr)) {
      uint32_t tag;
      ptr = reader_.ReadTag(ptr, &tag);
      if (ptr == nullptr) return nullptr;
      trace_->Add(tag);
      if (tag >> 3 == 0 || (tag & 7) > wire::kI32) {
        return reader_.Fail(wire::DecodeErrorKind::kInvalidTag, ptr);
      }
      if ((tag & 7) == wire::kEGroup) {
        reader_.EndGroup(tag);
        return ptr;
      }
      ptr = Payload(tag, ptr);
      if (ptr == nullptr) return nullptr;
    }
    return ptr;
  }

 private:
  const char* Payload(uint32_t tag, const char* ptr) {
    switch (tag & 7) {
      case wire::kVarint:
        return Varint(ptr);
      case wire::kI64:
        return Fixed<uint64_t>(ptr);
      case wire::kI32:
        return Fixed<uint32_t>(ptr);
      case wire::kLen:
        return Len(LenUseOf(tag >> 3), ptr);
      default:
        return reader_.ReadGroup(ptr, tag,
                                 [this](const char* p) { return Message(p); });
    }
  }

  const char* Varint(const char* ptr) {
    uint64_t value = 0;
    ptr = reader_.ReadVarint(ptr, &value);
    trace_->Add(value);
    return ptr;
  }

  template <class T>
  const char* Fixed(const char* ptr) {
    T value;
    ptr = reader_.ReadFixed(ptr, &value);
    trace_->Add(value);
    return ptr;
  }

  const char* Len(LenUse use, const char* ptr) {
    if (use == LenUse::kMessage) {
      return reader_.ReadMessage(ptr,
                                 [this](const char* p) { return Message(p); });
    }
    if (use == LenUse::kPacked) {
      return reader_.ReadPacked(ptr, [this](const char* p) {
        while (p != nullptr && !reader_.Done(&p)) p = Varint(p);
        return p;
      });
    }
    size_t size;
    ptr = reader_.ReadLength(ptr, &size);
    return ptr == nullptr ? nullptr : Bytes(use, ptr, size);
  }

  const char* Bytes(LenUse use, const char* ptr, size_t size) {
    if (use == LenUse::kSkip) {
      trace_->Add(size);
      return reader_.Skip(ptr, size);
    }
    text_.clear();
    if (use == LenUse::kString) {
      ptr = reader_.ReadString(ptr, size, &text_);
    } else {
      text_.resize(size);
      ptr = reader_.CopyBytes(ptr, size, text_.data());
    }
    trace_->Add(text_);
    return ptr;
  }

  WireReader& reader_;
  Trace* trace_;
  std::string text_;
};

void CompareWalk(WireReader& reader, std::string_view bytes) {
  Trace expected;
  Trace actual;
  const bool accepted = TwinWalk(bytes, &expected);
  const char* ptr = reader.Begin();
  if (ptr != nullptr) ptr = ReaderWalk(reader, &actual).Message(ptr);
  Demand((reader.Finish(ptr) != nullptr) == accepted, "verdict of a walk");
  if (!accepted) {
    Demand(reader.error().kind != wire::DecodeErrorKind::kNone,
           "a refusal without an error");
    Demand(reader.error().offset_bytes <= bytes.size(),
           "an error beyond the input");
    return;
  }
  Demand(actual.hash() == expected.hash(), "what a walk read");
  Demand(reader.OffsetBytes(ptr) == bytes.size(), "the end of a walk");
}

void CheckReader(uint8_t cut, size_t piece_bytes, std::string_view bytes) {
  static auto* const input = new SlicedInput;
  input->Set(bytes, {});
  WireReader whole(input->whole(), bytes.size());
  CompareWalk(whole, bytes);
  testing::Cuts cuts = {bytes.size() * cut / 256};
  for (int round = 0; round < 2; ++round) {
    if (round == 1) cuts = testing::EveryBytes(bytes.size(), piece_bytes);
    input->Set(bytes, cuts);
    SlicedSource source(*input);
    WireReader reader(&source, bytes.size());
    CompareWalk(reader, bytes);
  }
}

// Writes what the choices say, and puts the same in front of *twin.
uint8_t* WriteOne(Choices& choices, std::string_view bytes, uint8_t* cursor,
                  wire::BackwardWriter& writer, std::string* twin) {
  const uint32_t which = choices.Below(5);
  const uint64_t value = choices.Next64() >> choices.Below(64);
  std::string add;
  switch (which) {
    case 0: {
      cursor = writer.Reserve(cursor, wire::kMaxVarintBytes);
      add = testing::Varint(value);
      cursor = wire::WriteVarintUnchecked(value, cursor);
      break;
    }
    case 1:
      cursor = writer.Reserve(cursor, sizeof(value));
      add.assign(reinterpret_cast<const char*>(&value), sizeof(value));
      cursor = wire::WriteFixedUnchecked(value, cursor);
      break;
    case 2:
      cursor = writer.Reserve(cursor, wire::kMaxTagBytes);
      add = testing::Varint(0xfff);
      cursor = wire::WriteTagUnchecked<0xfff>(cursor);
      break;
    case 3:
      add = bytes.substr(0, value % (bytes.size() + 1));
      cursor = writer.WriteBytes(cursor, add.data(), add.size());
      break;
    default:
      add = bytes.substr(0, value % (bytes.size() + 1)).substr(0, 900);
      cursor = writer.Reserve(cursor, add.size() + wire::kCopySlackBytes);
      wire::CopyString(cursor, add.data(), add.size());
      cursor -= add.size();
  }
  twin->insert(0, add);
  return cursor;
}

void WriteAll(std::string_view bytes, wire::BlockSource* source,
              std::string* twin) {
  wire::BackwardWriter writer(source, false);
  uint8_t* cursor = writer.Begin();
  Choices choices(bytes);
  twin->clear();
  for (uint32_t i = choices.Below(32); i > 0; --i) {
    cursor = WriteOne(choices, bytes, cursor, writer, twin);
    Demand(writer.WrittenBytes(cursor) == twin->size(), "the bytes so far");
  }
  Demand(writer.Finish(cursor) == twin->size(), "the bytes in all");
}

void CheckWriter(uint8_t seed, size_t block_bytes, std::string_view bytes) {
  static auto* const blocks = new TinyBlocks;
  static auto* const memory = new GuardedMemory;
  std::string twin;
  std::string written;
  blocks->Reset(block_bytes, seed);
  WriteAll(bytes, blocks, &twin);
  Demand(blocks->Join(&written) && written == twin, "blocks");

  // A span that fits, or is a little too small or too large.
  const size_t capacity =
      twin.size() + 2 - std::min<size_t>(twin.size() + 2, seed % 5);
  memory->Reset(capacity, 1);
  auto* const begin = reinterpret_cast<uint8_t*>(memory->Take(capacity));
  wire::SpanSource span(begin, begin + capacity);
  WriteAll(bytes, &span, &twin);
  Demand((span.message() != nullptr) == (capacity >= twin.size()),
         "whether a span fits");
  if (span.message() == nullptr) return;
  Demand(span.message() == begin + capacity - twin.size() &&
             std::memcmp(span.message(), twin.data(), twin.size()) == 0,
         "a span");
}

// The text at every address within a word, so that no kernel relies on one.
void CheckText(uint8_t shift, std::string_view text) {
  static auto* const memory = new GuardedMemory;
  const size_t lead = shift % 16;
  memory->Reset(lead + text.size(), 1);
  char* const copy = memory->Take(lead + text.size()) + lead;
  std::copy(text.begin(), text.end(), copy);
  bool ascii = true;
  for (const char c : text) ascii = ascii && static_cast<uint8_t>(c) < 0x80;
  Demand(wire::IsAscii(copy, text.size()) == ascii, "IsAscii");
  const bool valid = TwinIsValidUtf8(text);
  Demand(wire::IsValidUtf8(copy, text.size()) == valid, "IsValidUtf8");
  Demand(wire::IsValidUtf8Slow(copy, text.size()) == valid, "IsValidUtf8Slow");

  std::string out(text.size() + wire::kCopySlackBytes, '#');
  auto* const end = reinterpret_cast<uint8_t*>(out.data() + out.size());
  const auto copied = [&] {
    return out.compare(wire::kCopySlackBytes, text.size(), text) == 0;
  };
  Demand((wire::CopyString(end, copy, text.size()) == 0) == ascii && copied(),
         "CopyString");
  out.assign(out.size(), '#');
  Demand((wire::CopyStringPortable(end, copy, text.size()) == 0) == ascii &&
             copied(),
         "CopyStringPortable");
}

void Run(std::string_view input) {
  if (input.size() < 3) return;
  const auto which = static_cast<uint8_t>(input[0]);
  const auto cut = static_cast<uint8_t>(input[1]);
  const size_t piece = 1 + static_cast<uint8_t>(input[2]) % 64;
  const std::string_view bytes = input.substr(3);
  switch (which % 4) {
    case 0:
      return CheckWriter(cut, piece, bytes);
    case 1:
      return CheckText(cut, bytes);
    default:
      return CheckReader(cut, piece, bytes);
  }
}

std::vector<std::string> Seeds(const std::filesystem::path& corpus) {
  std::vector<std::string> seeds = {
      testing::Wire("01 05 00 \"plain text\""),
      testing::Wire(
          "01 03 00 \"gr\xc3\xbc\xc3\x9f \xe6\xbc\xa2 \xf0\x9f\x98\x80\"")};
  for (const std::filesystem::path& path : testing::ListCorpus(corpus)) {
    std::string error;
    const auto input = testing::ReadCorpusCase(path, &error);
    if (input.has_value()) seeds.push_back("\x02\x80\x02" + input->bytes);
  }
  std::string operations(200, '\0');
  for (char which = 0; which < 4; ++which) {
    for (char& byte : operations)
      byte = static_cast<char>(byte * 5 + which + 3);
    seeds.push_back(std::string(1, '\0') + which + '\x07' + operations);
  }
  return seeds;
}

}  // namespace

const FuzzTarget& TheTarget() {
  static constexpr FuzzTarget kTarget = {&Run, &Seeds};
  return kTarget;
}

}  // namespace backwire::fuzz
