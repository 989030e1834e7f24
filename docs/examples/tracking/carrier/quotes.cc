#include "quotes.h"

#include "carrier/v1/carrier.grpc.pb.h"

namespace carrier {
namespace {

class QuotesService final : public v1::Quotes::Service {
  grpc::Status Quote(grpc::ServerContext* /*context*/,
                     const v1::QuoteRequest* request,
                     v1::QuoteResponse* response) override {
    response->set_price_cents(350 +
                              static_cast<int64_t>(120 * request->weight_kg()));
    response->set_currency("EUR");
    return grpc::Status::OK;
  }
};

}  // namespace

std::unique_ptr<grpc::Service> NewQuotesService() {
  return std::make_unique<QuotesService>();
}

}  // namespace carrier
