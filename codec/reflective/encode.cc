#include "backwire/reflective/encode.h"

#include "backwire/reflective/write.h"
#include "backwire/wire/wire_format.h"
#include "google/protobuf/io/coded_stream.h"

namespace backwire::reflective {

using ::google::protobuf::Message;
using ::google::protobuf::io::CodedOutputStream;
using ::google::protobuf::io::EpsCopyOutputStream;
using ::google::protobuf::io::ZeroCopyOutputStream;

Encoder::Encoder(const Message& msg, bool deterministic)
    : msg_(msg),
      deterministic_(deterministic),
      sizes_(deterministic),
      size_bytes_(sizes_.Measure(msg)) {}

bool Encoder::Fits() const { return size_bytes_ <= wire::kMaxMessageBytes; }

bool Encoder::WriteTo(ZeroCopyOutputStream* out) const {
  if (!Fits()) return false;
  CodedOutputStream coded(out);
  coded.SetSerializationDeterministic(deterministic_);
  WritePass pass(sizes_.lengths().data(), coded.EpsCopy());
  coded.SetCur(pass.WriteMessage(msg_, coded.Cur()));
  coded.Trim();
  return !coded.HadError();
}

bool Encoder::WriteToArray(uint8_t* out) const {
  if (!Fits()) return false;
  EpsCopyOutputStream stream(out, static_cast<int>(size_bytes_),
                             deterministic_);
  WritePass pass(sizes_.lengths().data(), &stream);
  pass.WriteMessage(msg_, out);
  return true;
}

}  // namespace backwire::reflective
