#include "backwire/testing/fuzz/checks.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "backwire/testing/wire_text.h"
#include "backwire/wire/span_source.h"

namespace backwire::fuzz {
namespace {

using ::google::protobuf::Message;

absl::string_view View(std::string_view text) {
  return {text.data(), text.size()};
}

std::string Differing(std::string_view expected, std::string_view actual) {
  const auto at = std::mismatch(expected.begin(), expected.end(),
                                actual.begin(), actual.end());
  const auto same = static_cast<size_t>(at.first - expected.begin());
  const size_t from = same < 8 ? 0 : same - 8;
  return absl::StrCat("differ at byte ", same, "\n  stock (", expected.size(),
                      " bytes) ...", testing::HexOf(expected.substr(from, 48)),
                      "\n  codec (", actual.size(), " bytes) ...",
                      testing::HexOf(actual.substr(from, 48)));
}

std::string ShowCuts(const SlicedInput& input) {
  std::string text = "fed in pieces of";
  for (const std::string_view piece : input.pieces()) {
    if (text.size() > 100) return text + " ...";
    absl::StrAppend(&text, " ", piece.size());
  }
  return text;
}

}  // namespace

std::string Checks::CheckDecode(const FuzzType& type, std::string_view bytes,
                                const Feeding& feeding) {
  Message* const msg = EmptyMessage(*type.oracle, feeding.memory);
  const bool accepted = ReadByStock(bytes, msg);
  if (accepted) WriteByStock(*msg, true, &expected_);
  if (accepted && !type.has_twin()) {
    std::string problem = CheckReencoding(type, *msg);
    if (!problem.empty()) return problem + "\n  of the message that stock read";
  }
  for (int round = 0; round < 3; ++round) {
    cuts_.clear();
    if (round == 1) cuts_ = {bytes.size() * feeding.cut / 256};
    const size_t step = std::max<size_t>(feeding.piece_bytes, 1);
    for (size_t at = step; round == 2 && at < bytes.size(); at += step) {
      cuts_.push_back(at);
    }
    input_.Set(bytes, cuts_);
    for (const Decoder& decoder : decoders_) {
      if (!decoder.covers(type)) continue;
      std::string problem =
          CheckDecoder(decoder, type, feeding.memory, accepted);
      if (!problem.empty()) {
        return absl::StrCat(View(decoder.name), ": ", problem, "\n  ",
                            ShowCuts(input_));
      }
    }
  }
  return "";
}

std::string Checks::CheckDecoder(const Decoder& decoder, const FuzzType& type,
                                 Memory memory, bool accepted) {
  decoded_.accepted = false;
  decoded_.error = {};
  decoded_.problem.clear();
  decoded_.msg = nullptr;
  decoder.decode(type, input_, memory, &decoded_);
  const wire::DecodeError& error = decoded_.error;
  if (decoded_.accepted != accepted) {
    return absl::StrCat(accepted ? "refuses what stock accepts: "
                                 : "accepts what stock refuses: ",
                        wire::Describe(error.kind), " at byte ",
                        error.offset_bytes, ", field ", error.field_number);
  }
  if (!decoded_.problem.empty()) return decoded_.problem;
  if (!accepted) {
    if (error.kind == wire::DecodeErrorKind::kNone) {
      return "refuses without an error";
    }
    if (error.offset_bytes > input_.size_bytes()) {
      return absl::StrCat("error at byte ", error.offset_bytes,
                          ", beyond the input");
    }
    return "";
  }
  if (decoded_.bytes != expected_) {
    return "the messages " + Differing(expected_, decoded_.bytes);
  }
  // Once is enough: the pieces do not show in the message any more.
  if (decoded_.msg == nullptr || input_.pieces().size() > 1) return "";
  return CheckReencoding(type, *decoded_.msg);
}

std::string Checks::CheckReencoding(const FuzzType& type, const Message& msg) {
  for (const Encoder& encoder : encoders_) {
    if (!encoder.covers(type)) continue;
    blocks_.Reset(512, 1);
    const std::string problem = CheckBlocks(encoder, type, msg, true);
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string Checks::CheckBlocks(const Encoder& encoder, const FuzzType& type,
                                const Message& msg, bool deterministic) {
  wire::BackwardWriter writer(&blocks_, deterministic);
  const size_t size =
      writer.Finish(encoder.encode(type, msg, writer.Begin(), writer));
  if (!blocks_.Join(&actual_) || size != actual_.size()) {
    return absl::StrCat(View(encoder.name), ": the writer's count is wrong");
  }
  if (!deterministic || actual_ == expected_) return "";
  return absl::StrCat(View(encoder.name), ": the encoded bytes ",
                      Differing(expected_, actual_));
}

std::string Checks::CheckSpan(const Encoder& encoder, const FuzzType& type,
                              const Message& msg, size_t capacity_bytes) {
  span_memory_.Reset(capacity_bytes, 1);
  auto* const begin =
      reinterpret_cast<uint8_t*>(span_memory_.Take(capacity_bytes));
  wire::SpanSource span(begin, begin + capacity_bytes);
  wire::BackwardWriter writer(&span, true);
  const size_t size =
      writer.Finish(encoder.encode(type, msg, writer.Begin(), writer));
  const std::string where = absl::StrCat(View(encoder.name), ": span of ",
                                         capacity_bytes, " bytes: ");
  if (size != expected_.size()) {
    return absl::StrCat(where, "needs ", expected_.size(), ", not ", size);
  }
  if (capacity_bytes < size) {
    return span.message() == nullptr ? "" : where + "seems to fit";
  }
  if (span.message() != begin) return where + "does not fit";
  const std::string_view bytes(reinterpret_cast<char*>(begin), size);
  return bytes == expected_ ? "" : where + Differing(expected_, bytes);
}

std::string Checks::CheckEncode(const FuzzType& type, const Message& msg,
                                size_t max_block_bytes, uint32_t block_seed,
                                size_t missing_bytes) {
  WriteByStock(msg, true, &expected_);
  const size_t size = expected_.size();
  const size_t too_small = size - std::min(size, missing_bytes);
  for (const Encoder& encoder : encoders_) {
    if (!encoder.covers(type)) continue;
    blocks_.Reset(max_block_bytes, block_seed);
    std::string problem = CheckBlocks(encoder, type, msg, true);
    if (problem.empty()) problem = CheckSpan(encoder, type, msg, size);
    if (problem.empty() && too_small < size) {
      problem = CheckSpan(encoder, type, msg, too_small);
    }
    blocks_.Reset(max_block_bytes, block_seed);
    if (problem.empty()) problem = CheckBlocks(encoder, type, msg, false);
    if (problem.empty()) problem = CheckMeaning(encoder, type);
    if (!problem.empty()) return problem;
  }
  return "";
}

// Maps may come in another order.
std::string Checks::CheckMeaning(const Encoder& encoder, const FuzzType& type) {
  if (actual_ == expected_) return "";
  Message* const back = EmptyMessage(*type.oracle, Memory::kReused);
  if (ReadByStock(actual_, back)) {
    WriteByStock(*back, true, &other_);
    return other_ == expected_
               ? ""
               : absl::StrCat(View(encoder.name), ": the default mode's bytes ",
                              Differing(expected_, other_));
  }
  // A message may hold text that no decoder takes.
  return ReadByStock(expected_, EmptyMessage(*type.oracle, Memory::kReused))
             ? absl::StrCat(View(encoder.name),
                            ": stock refuses the default mode's bytes")
             : "";
}

}  // namespace backwire::fuzz
