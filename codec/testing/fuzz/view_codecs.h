// What the fuzz targets feed to views and builders: see codecs.h for the
// members of Decoder and Encoder that these functions are.
#ifndef BACKWIRE_TESTING_FUZZ_VIEW_CODECS_H_
#define BACKWIRE_TESTING_FUZZ_VIEW_CODECS_H_

#include <cstdint>

#include "backwire/testing/fuzz/codecs.h"

namespace backwire::fuzz {

// By the constants that the plugin has written.
bool CoversView(const FuzzType& type);
void DecodeView(const FuzzType& type, const SlicedInput& input, Memory memory,
                Decoded* decoded);

// By layouts made from descriptors. Everything that is in the view is read, and
// held against stock's message.
bool CoversDynamic(const FuzzType& type);
void DecodeDynamic(const FuzzType& type, const SlicedInput& input,
                   Memory memory, Decoded* decoded);

// A view of stock's bytes, written again.
uint8_t* EncodeDynamic(const FuzzType& type,
                       const ::google::protobuf::Message& msg, uint8_t* cursor,
                       wire::BackwardWriter& writer);

// The field writers that generated builders call.
bool CoversBuilder(const FuzzType& type);
uint8_t* EncodeByBuilder(const FuzzType& type,
                         const ::google::protobuf::Message& msg,
                         uint8_t* cursor, wire::BackwardWriter& writer);

}  // namespace backwire::fuzz

#endif  // BACKWIRE_TESTING_FUZZ_VIEW_CODECS_H_
