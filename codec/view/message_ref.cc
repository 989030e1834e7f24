#include "backwire/view/message_ref.h"

#include "backwire/wire/chain_source.h"

namespace backwire::view {

void MessageRef::AppendEncoded(bool deterministic, std::string* out) const {
  wire::ChainSource source;
  wire::BackwardWriter writer(&source, deterministic);
  writer.Finish(EncodeRecord(*layout_, record_, writer.Begin(), writer));
  source.AppendTo(out);
}

}  // namespace backwire::view
