#include "service/answers.h"
#include "service/services.h"
#include "tracking/v1/tracking.grpc.pb.h"

namespace tracking {
namespace {

class SyncTracking final : public v1::Tracking::Service {
  grpc::Status Lookup(grpc::ServerContext* /*context*/,
                      const v1::LookupRequest* request,
                      v1::Parcel* response) override {
    *response = FindParcel(request->parcel_id());
    return grpc::Status::OK;
  }

  grpc::Status Watch(grpc::ServerContext* /*context*/,
                     const v1::LookupRequest* request,
                     grpc::ServerWriter<v1::Event>* writer) override {
    const v1::Parcel parcel = FindParcel(request->parcel_id());
    for (const v1::Event& event : parcel.events()) {
      if (!writer->Write(event)) return grpc::Status::CANCELLED;
    }
    return grpc::Status::OK;
  }

  grpc::Status Report(grpc::ServerContext* /*context*/,
                      grpc::ServerReader<v1::Event>* reader,
                      v1::ReportSummary* response) override {
    v1::Event event;
    while (reader->Read(&event)) Count(event, response);
    return grpc::Status::OK;
  }

  grpc::Status Converse(
      grpc::ServerContext* /*context*/,
      grpc::ServerReaderWriter<v1::Answer, v1::Question>* stream) override {
    v1::Question question;
    while (stream->Read(&question)) stream->Write(AnswerTo(question));
    return grpc::Status::OK;
  }

  grpc::Status NearestDepot(grpc::ServerContext* /*context*/,
                            const geo::v1::Position* request,
                            geo::v1::Position* response) override {
    *response = ::tracking::NearestDepot(*request);
    return grpc::Status::OK;
  }
};

}  // namespace

std::unique_ptr<grpc::Service> NewSyncTracking() {
  return std::make_unique<SyncTracking>();
}

}  // namespace tracking
