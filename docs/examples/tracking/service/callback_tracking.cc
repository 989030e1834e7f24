#include "service/answers.h"
#include "service/services.h"
#include "tracking/v1/tracking.grpc.pb.h"

namespace tracking {
namespace {

// Each reactor owns itself until its call is done.
class WatchReactor final : public grpc::ServerWriteReactor<v1::Event> {
 public:
  explicit WatchReactor(const v1::LookupRequest& request)
      : parcel_(FindParcel(request.parcel_id())) {
    WriteNext();
  }

 private:
  void OnWriteDone(bool ok) override {
    if (ok) return WriteNext();
    Finish(grpc::Status::CANCELLED);
  }
  void OnDone() override { delete this; }

  void WriteNext() {
    if (next_ == parcel_.events_size()) return Finish(grpc::Status::OK);
    StartWrite(&parcel_.events(next_++));
  }

  const v1::Parcel parcel_;
  int next_ = 0;
};

class ReportReactor final : public grpc::ServerReadReactor<v1::Event> {
 public:
  explicit ReportReactor(v1::ReportSummary* summary) : summary_(summary) {
    StartRead(&event_);
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    Count(event_, summary_);
    StartRead(&event_);
  }
  void OnDone() override { delete this; }

  v1::ReportSummary* const summary_;
  v1::Event event_;
};

class ConverseReactor final
    : public grpc::ServerBidiReactor<v1::Question, v1::Answer> {
 public:
  ConverseReactor() { StartRead(&question_); }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    answer_ = AnswerTo(question_);
    StartWrite(&answer_);
  }
  void OnWriteDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::CANCELLED);
    StartRead(&question_);
  }
  void OnDone() override { delete this; }

  v1::Question question_;
  v1::Answer answer_;
};

class CallbackTracking final : public v1::Tracking::CallbackService {
  grpc::ServerUnaryReactor* Lookup(grpc::CallbackServerContext* context,
                                   const v1::LookupRequest* request,
                                   v1::Parcel* response) override {
    *response = FindParcel(request->parcel_id());
    return FinishOk(context);
  }

  grpc::ServerWriteReactor<v1::Event>* Watch(
      grpc::CallbackServerContext* /*context*/,
      const v1::LookupRequest* request) override {
    return new WatchReactor(*request);
  }

  grpc::ServerReadReactor<v1::Event>* Report(
      grpc::CallbackServerContext* /*context*/,
      v1::ReportSummary* response) override {
    return new ReportReactor(response);
  }

  grpc::ServerBidiReactor<v1::Question, v1::Answer>* Converse(
      grpc::CallbackServerContext* /*context*/) override {
    return new ConverseReactor;
  }

  grpc::ServerUnaryReactor* NearestDepot(grpc::CallbackServerContext* context,
                                         const geo::v1::Position* request,
                                         geo::v1::Position* response) override {
    *response = ::tracking::NearestDepot(*request);
    return FinishOk(context);
  }

  static grpc::ServerUnaryReactor* FinishOk(
      grpc::CallbackServerContext* context) {
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
};

}  // namespace

std::unique_ptr<grpc::Service> NewCallbackTracking() {
  return std::make_unique<CallbackTracking>();
}

}  // namespace tracking
