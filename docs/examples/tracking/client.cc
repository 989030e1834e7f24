// tracking_client ADDRESS: calls every method once, checks what comes back, and
// exits with 1 if it is wrong. TRACKING_CODEC names the codec.
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "backwire/grpc/start.h"
#include "carrier/v1/carrier.grpc.pb.h"
#include "codec_report.h"
#include "geo/v1/geo.grpc.pb.h"
#include "tracking/v1/tracking.grpc.pb.h"

namespace tracking {
namespace {

constexpr char kParcelId[] = "P-1";
constexpr int kStreamLength = 3;

// Ends the program if a call failed or its answer is not the right one.
void Check(const char* method, const grpc::Status& status, bool is_right) {
  if (status.ok() && is_right) return;
  std::cerr << method << ": "
            << (status.ok() ? "wrong answer" : status.error_message()) << "\n";
  std::exit(1);
}

struct Context : grpc::ClientContext {
  Context() {
    set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
  }
};

void Lookup(v1::Tracking::Stub& stub) {
  Context context;
  v1::LookupRequest request;
  request.set_parcel_id(kParcelId);
  v1::Parcel parcel;
  const grpc::Status status = stub.Lookup(&context, request, &parcel);
  v1::CustomsForm form;
  Check("Lookup", status,
        parcel.id() == kParcelId && parcel.labels().at("fragile") == "yes" &&
            parcel.position().latitude_degrees() == 52.52 &&
            parcel.picked_up_at().seconds() == 1'700'000'000 &&
            parcel.time_in_transit().seconds() == 7200 &&
            parcel.weight_kg().value() == 2.5 &&
            parcel.customs_form().UnpackTo(&form) &&
            form.item_values_cents(0) == 1999 && parcel.events_size() == 3);
}

void Watch(v1::Tracking::Stub& stub) {
  Context context;
  v1::LookupRequest request;
  request.set_parcel_id(kParcelId);
  const auto reader = stub.Watch(&context, request);
  int count = 0;
  v1::Event event;
  while (reader->Read(&event)) ++count;
  Check("Watch", reader->Finish(),
        count == 3 && event.kind() == v1::Event::KIND_DELIVERED);
}

void Report(v1::Tracking::Stub& stub) {
  Context context;
  v1::ReportSummary summary;
  const auto writer = stub.Report(&context, &summary);
  v1::Event event;
  event.set_kind(v1::Event::KIND_SCANNED);
  for (int i = 0; i < kStreamLength; ++i) {
    event.set_scanner_id(i);
    writer->Write(event);
  }
  writer->WritesDone();
  const grpc::Status status = writer->Finish();
  Check("Report", status,
        summary.event_count() == kStreamLength &&
            summary.events_by_kind().at("KIND_SCANNED") == kStreamLength);
}

void Converse(v1::Tracking::Stub& stub) {
  Context context;
  const auto stream = stub.Converse(&context);
  int right_answers = 0;
  for (int i = 0; i < kStreamLength; ++i) {
    v1::Question question;
    question.set_parcel_id(std::to_string(i));
    v1::Answer answer;
    if (!stream->Write(question) || !stream->Read(&answer)) break;
    if (answer.text() == question.parcel_id() + " arrived") ++right_answers;
  }
  stream->WritesDone();
  Check("Converse", stream->Finish(), right_answers == kStreamLength);
}

void NearestDepot(v1::Tracking::Stub& stub) {
  Context context;
  geo::v1::Position position;
  position.set_latitude_degrees(52.4);
  geo::v1::Position depot;
  const grpc::Status status = stub.NearestDepot(&context, position, &depot);
  Check("NearestDepot", status, depot.latitude_degrees() == 52);
}

void Locate(geo::v1::Geocoder::Stub& stub) {
  Context context;
  geo::v1::Address address;
  address.set_text("Berlin");
  geo::v1::Position position;
  const grpc::Status status = stub.Locate(&context, address, &position);
  Check("Locate", status, position.latitude_degrees() == 6);
}

void Quote(carrier::v1::Quotes::Stub& stub) {
  Context context;
  carrier::v1::QuoteRequest request;
  request.set_weight_kg(2.5);
  carrier::v1::QuoteResponse response;
  const grpc::Status status = stub.Quote(&context, request, &response);
  Check("Quote", status, response.price_cents() == 650);
}

void CallAll(const std::string& address) {
  const auto channel =
      grpc::CreateChannel(address, grpc::InsecureChannelCredentials());
  const auto tracking = v1::Tracking::NewStub(channel);
  Lookup(*tracking);
  Watch(*tracking);
  Report(*tracking);
  Converse(*tracking);
  NearestDepot(*tracking);
  Locate(*geo::v1::Geocoder::NewStub(channel));
  Quote(*carrier::v1::Quotes::NewStub(channel));
}

}  // namespace
}  // namespace tracking

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: tracking_client ADDRESS\n";
    return 2;
  }
  backwire::StartOptions options;
  if (const char* codec = std::getenv("TRACKING_CODEC")) options.codec = codec;
  options.parity_sample_rate = 1;
  if (const absl::Status status = backwire::Start(options); !status.ok()) {
    std::cerr << "tracking_client: " << status << "\n";
    return 1;
  }
  tracking::CallAll(argv[1]);
  PrintCodecReport(std::cout);
  return 0;
}
