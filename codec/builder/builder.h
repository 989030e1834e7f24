// Builder<M>: writes a message of type M to the wire from the caller's own
// data, without making it. The generated x.backwire_builder.h specialises it
// for the messages of x.proto, under the name FooBuilder in their package.
#ifndef BACKWIRE_BUILDER_BUILDER_H_
#define BACKWIRE_BUILDER_BUILDER_H_

#include "backwire/builder/message_builder.h"
#include "backwire/message/generated.h"

namespace backwire {

// A specialisation derives from builder::MessageBuilder and is made on a
// builder::Output* for the outermost message, or by its parent for a child. For
// the field x, in the package's naming of accessors, it has
//   set_x(value)       singular; a message: stock's class or EncodedMessage
//   open_x()           singular message: a child
//   add_x(value)       repeated
//   add_x(values)      repeated number: a span of them; the only way if packed,
//   open_x()           but for this child, which takes them one by one
//   add_x()            repeated message: a child
//   add_x(key, value)  map
//   add_x(key)         map with messages: a child
// A child is open until its scope ends, and is the only one to write to then.
template <class M>
class Builder;

}  // namespace backwire

#endif  // BACKWIRE_BUILDER_BUILDER_H_
