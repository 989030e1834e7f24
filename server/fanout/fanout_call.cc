#include "server/fanout/fanout_call.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "proto/workload/random.h"
#include "server/fanout/merge.h"
#include "server/generation/request_check.h"

namespace backwire::server {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

// Questions differ in whom they ask for, so that the answers differ.
std::string UserOfQuestion(const std::string& user_id, int question) {
  return workload::MakeUuid(workload::HashText(user_id), question);
}

}  // namespace

void FanoutCall::Prepare(const GenerateRequest& request) {
  google::protobuf::Arena* const arena = response_->GetArena();
  candidate_count_ = request.candidate_count();
  for (int i = 0; i < options_.requests; ++i) {
    Question question;
    question.context =
        grpc::ClientContext::FromCallbackServerContext(*context_);
    question.request = GenerateRequest::default_instance().New(arena);
    *question.request = request;
    question.request->set_user_id(UserOfQuestion(request.user_id(), i));
    question.answer = GenerateResponse::default_instance().New(arena);
    questions_.push_back(std::move(question));
  }
}

void FanoutCall::Start(const GenerateRequest& request, Stub* stub) {
  absl::Status status = record_.CheckAdmitted();
  if (status.ok()) status = CheckRequest(request, options_.max_candidates);
  if (!status.ok()) return End(status);
  Prepare(request);
  // Start() counts as one, so that the last answer cannot end the call while
  // questions are still being asked.
  open_ = static_cast<int>(questions_.size()) + 1;
  for (Question& question : questions_) {
    stub->async()->Generate(
        question.context.get(), question.request, question.answer,
        [this](const grpc::Status& answered) { OnAnswer(answered); });
  }
  CountDown();
}

void FanoutCall::OnAnswer(const grpc::Status& status) {
  if (!status.ok() && IsFirstFailure(status)) {
    // Without all answers there is none.
    for (Question& question : questions_) question.context->TryCancel();
  }
  CountDown();
}

bool FanoutCall::IsFirstFailure(const grpc::Status& status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!failure_.ok()) return false;
  failure_ =
      absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                   absl::StrCat(options_.target, ": ", status.error_message()));
  return true;
}

void FanoutCall::CountDown() {
  if (open_.fetch_sub(1) > 1) return;
  // The last: nobody else looks at the members any more.
  if (!failure_.ok()) return End(failure_);
  std::vector<GenerateResponse*> answers;
  for (const Question& question : questions_) {
    answers.push_back(question.answer);
  }
  MergeCandidates(answers, candidate_count_, response_);
  metrics_->OnCandidates(response_->candidates_size());
  End(absl::OkStatus());
}

void FanoutCall::End(const absl::Status& status) {
  record_.set_code(status.code());
  Finish(ToGrpc(status));
}

void FanoutCall::OnDone() {
  record_.End(context_->IsCancelled());
  delete this;
}

}  // namespace backwire::server
