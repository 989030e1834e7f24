// All that generated code calls: the only header of the library that a
// .backwire.cc includes.
#ifndef BACKWIRE_MESSAGE_GENERATED_H_
#define BACKWIRE_MESSAGE_GENERATED_H_

#include "backwire/message/map_decode.h"
#include "backwire/message/map_encode.h"
#include "backwire/message/scalar_field.h"
#include "backwire/message/string_field.h"
#include "backwire/message/submessage_field.h"
#include "backwire/message/type_codec.h"
#include "backwire/message/unknown_fields.h"
#include "backwire/wire/generated_version.h"

#endif  // BACKWIRE_MESSAGE_GENERATED_H_
