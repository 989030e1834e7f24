#include "backwire/grpc/view.h"

namespace backwire::grpc_glue {

using ::grpc::Status;
using ::grpc::StatusCode;

const Status& ReceivedView::Outcome(bool accepted) {
  status_ =
      accepted ? Status::OK : Status(StatusCode::INTERNAL, parsed_.ErrorText());
  return status_;
}

Status ReceivedView::Parse(std::string_view bytes) {
  return Outcome(parsed_.Parse(bytes.data(), bytes.size()));
}

Status ReceivedView::Parse(::grpc::ByteBuffer&& buffer) {
  parsed_.Clear();
  if (slices_ == nullptr) {
    slices_ = std::make_unique<HeldSlices>(
        counter_ != nullptr ? &counter_()
                            : &ViewCounter::Of(parsed_.layout().full_name));
  }
  const size_t size_bytes = buffer.Length();
  status_ = slices_->Take(&buffer);
  if (!status_.ok()) return status_;
  const bool accepted = parsed_.Parse(slices_.get());
  slices_->counter().CountMessage(size_bytes, accepted);
  return Outcome(accepted);
}

}  // namespace backwire::grpc_glue
