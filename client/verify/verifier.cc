#include "client/verify/verifier.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/message_differencer.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "proto/workload/generate.h"

namespace backwire::client {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

// Equal messages have equal bytes here: map keys are sorted.
std::string DeterministicBytes(const GenerateResponse& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  // Fails only for missing required fields, which proto3 does not have.
  const bool written = message.SerializeToCodedStream(&coded);
  coded.Trim();
  return written ? bytes : std::string();
}

std::string FirstLine(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string Difference(const GenerateResponse& expected,
                       const GenerateResponse& actual) {
  if (expected.candidates_size() != actual.candidates_size()) {
    return absl::StrCat("expected ", expected.candidates_size(),
                        " candidates, received ", actual.candidates_size());
  }
  google::protobuf::util::MessageDifferencer differencer;
  std::string report;
  differencer.ReportDifferencesToString(&report);
  differencer.Compare(expected, actual);
  return FirstLine(report);
}

absl::Status CheckAnswerable(const GenerateRequest& request,
                             const workload::Catalogue& catalogue) {
  const int count = request.candidate_count();
  if (count >= 1 && count <= catalogue.size()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "--verify: a request asks for ", count, " candidates and the catalogue ",
      "has ", catalogue.size(), " items: ask for fewer, or give the server's ",
      "--catalogue-items"));
}

}  // namespace

Verifier::Verifier(workload::Catalogue catalogue, const RequestSet* requests)
    : catalogue_(std::move(catalogue)), requests_(requests) {
  size_t kept_bytes = 0;
  for (size_t i = 0; i < requests->size(); ++i) {
    std::string bytes = DeterministicBytes(Expected(i));
    kept_bytes += bytes.size();
    if (kept_bytes > kExpectedCacheBytes) break;
    expected_bytes_.push_back(std::move(bytes));
  }
}

absl::StatusOr<Verifier> Verifier::Make(const VerifyPlan& plan,
                                        const RequestSet* requests) {
  workload::Catalogue catalogue = workload::MakeReferenceCatalogue(
      plan.catalogue_items == 0 ? workload::kDefaultCatalogueSize
                                : plan.catalogue_items,
      plan.catalogue_seed == 0 ? workload::kDefaultCatalogueSeed
                               : plan.catalogue_seed);
  for (size_t i = 0; i < requests->size(); ++i) {
    absl::Status status = CheckAnswerable(requests->request(i), catalogue);
    if (!status.ok()) return status;
  }
  return Verifier(std::move(catalogue), requests);
}

GenerateResponse Verifier::Expected(size_t request_index) const {
  const GenerateRequest& request = requests_->request(request_index);
  GenerateResponse response;
  workload::GenerateCandidates(catalogue_, request.user_id(), 0,
                               request.candidate_count(), &response);
  return response;
}

std::string Verifier::Check(size_t request_index,
                            const GenerateResponse& response) const {
  const std::string actual = DeterministicBytes(response);
  if (request_index < expected_bytes_.size() &&
      actual == expected_bytes_[request_index]) {
    return "";
  }
  const GenerateResponse expected = Expected(request_index);
  if (actual == DeterministicBytes(expected)) return "";
  const std::string& user = requests_->request(request_index).user_id();
  std::string difference = Difference(expected, response);
  if (difference.empty()) difference = "the encoded bytes differ";
  return absl::StrCat("response to \"", user, "\": ", difference);
}

void ChunkCollector::Add(const GenerateResponse& chunk) {
  ++chunks_;
  if (!broken_rule_.empty()) return;
  if (chunk_size_ > 0 && chunk.candidates_size() > chunk_size_) {
    broken_rule_ =
        absl::StrCat("chunk ", chunks_, " has ", chunk.candidates_size(),
                     " candidates, at most ", chunk_size_, " were asked for");
  } else if (chunks_ > 1 && (chunk.response_id() != whole_.response_id() ||
                             chunk.model_version() != whole_.model_version())) {
    broken_rule_ = absl::StrCat("chunk ", chunks_,
                                " has another response_id or model_version ",
                                "than the first");
  }
  whole_.MergeFrom(chunk);
}

}  // namespace backwire::client
