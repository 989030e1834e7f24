// Scalar fields: singular, repeated and packed.
#ifndef BACKWIRE_MESSAGE_SCALAR_FIELD_H_
#define BACKWIRE_MESSAGE_SCALAR_FIELD_H_

#include "backwire/compat/protobuf_version.h"
#include "backwire/message/kinds.h"
#include "backwire/message/repeated.h"
#include "backwire/message/unknown_fields.h"
#include "google/protobuf/repeated_field.h"

namespace backwire::message {

// Writes the record of one value.
template <class Kind, uint32_t kNumber, class Value>
inline uint8_t* EncodeScalar(Value value, uint8_t* cursor,
                             wire::BackwardWriter& writer) {
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes + Kind::kMaxBytes);
  cursor = WriteScalarUnchecked<Kind>(value, cursor);
  return wire::WriteTagUnchecked<wire::MakeTag(kNumber, Kind::kWireType)>(
      cursor);
}

// For fields without presence: nothing for the default value.
template <class Kind, uint32_t kNumber, class Value>
inline uint8_t* EncodeImplicitScalar(Value value, uint8_t* cursor,
                                     wire::BackwardWriter& writer) {
  if (!IsSet<Kind>(value)) return cursor;
  return EncodeScalar<Kind, kNumber>(value, cursor, writer);
}

template <class Kind, uint32_t kNumber, class Element>
uint8_t* EncodeRepeatedScalar(
    const ::google::protobuf::RepeatedField<Element>& field, uint8_t* cursor,
    wire::BackwardWriter& writer) {
  for (int i = field.size() - 1; i >= 0; --i) {
    cursor = EncodeScalar<Kind, kNumber>(field.Get(i), cursor, writer);
  }
  return cursor;
}

// Writes the values' payloads, last to first.
template <class Kind, class Element>
uint8_t* EncodePackedValues(
    const ::google::protobuf::RepeatedField<Element>& field, uint8_t* cursor,
    wire::BackwardWriter& writer) {
  if constexpr (Kind::kWireType != wire::kVarint) {
    return writer.WriteBytes(cursor, field.data(),
                             field.size() * sizeof(Element));
  } else {
    return wire::WritePackedVarints(Kind::kMapping, field.data(),
                                    static_cast<size_t>(field.size()), cursor,
                                    writer);
  }
}

template <class Kind, uint32_t kNumber, class Element>
uint8_t* EncodePacked(const ::google::protobuf::RepeatedField<Element>& field,
                      uint8_t* cursor, wire::BackwardWriter& writer) {
  if (field.empty()) return cursor;
  const size_t end = writer.WrittenBytes(cursor);
  cursor = EncodePackedValues<Kind>(field, cursor, writer);
  return WriteLengthAndTag<wire::MakeTag(kNumber, wire::kLen)>(end, cursor,
                                                               writer);
}

// Reads one value and hands it to `set`.
template <class Kind, class Set>
inline const char* DecodeScalar(const char* ptr, wire::WireReader& reader,
                                Set&& set) {
  typename Kind::Value value{};
  ptr = ReadScalar<Kind>(ptr, reader, &value);
  if (BACKWIRE_LIKELY(ptr != nullptr)) set(value);
  return ptr;
}

// Reads the values of a run of records, the first tag being read already.
template <class Kind, uint32_t kNumber, class Element>
const char* DecodeRepeatedScalar(
    ::google::protobuf::RepeatedField<Element>* field, const char* ptr,
    wire::WireReader& reader) {
  do {
    ptr = DecodeScalar<Kind>(ptr, reader, [field](typename Kind::Value value) {
      field->Add(value);
    });
  } while (ptr != nullptr &&
           reader.ConsumeTag(&ptr, wire::MakeTag(kNumber, Kind::kWireType)));
  return ptr;
}

// Reads all varints that lie wholly before the end of the piece and of the
// payload; at least one, or nullptr.
template <class Kind, class Element>
const char* DecodeVarintRun(::google::protobuf::RepeatedField<Element>* field,
                            const char* ptr, wire::WireReader& reader) {
  const char* end = reader.limit_end();
  while (end > ptr && static_cast<signed char>(end[-1]) < 0) --end;
  if (end > ptr) {
    const wire::VarintKernels& kernels = wire::BestVarintKernels();
    const int count = static_cast<int>(kernels.count(ptr, end));
    field->Reserve(field->size() + count);
    Element* const begin = field->AddNAlreadyReserved(count);
    void* values = begin;
    ptr = kernels.decode[static_cast<int>(Kind::kMapping)](ptr, end, &values,
                                                           begin + count);
    if (BACKWIRE_LIKELY(ptr == end)) return ptr;
  }
  return DecodeScalar<Kind>(
      ptr, reader, [field](typename Kind::Value value) { field->Add(value); });
}

template <class Kind, class Element>
const char* DecodePackedVarints(
    ::google::protobuf::RepeatedField<Element>* field, const char* ptr,
    wire::WireReader& reader) {
  return reader.ReadPacked(ptr, [&](const char* p) {
    while (p != nullptr && !reader.Done(&p)) {
      p = DecodeVarintRun<Kind>(field, p, reader);
    }
    return p;
  });
}

template <class Element>
const char* DecodePackedFixed(::google::protobuf::RepeatedField<Element>* field,
                              const char* ptr, wire::WireReader& reader) {
  size_t size_bytes;
  ptr = reader.ReadLength(ptr, &size_bytes);
  if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
  if (BACKWIRE_UNLIKELY(size_bytes % sizeof(Element) != 0)) {
    return reader.Fail(wire::DecodeErrorKind::kPackedSize, ptr);
  }
  if (size_bytes == 0) return ptr;
  // The length has been checked against the input, so this memory is paid for.
  const int count = static_cast<int>(size_bytes / sizeof(Element));
  field->Reserve(field->size() + count);
  return reader.CopyBytes(ptr, size_bytes, field->AddNAlreadyReserved(count));
}

template <class Kind, class Element>
const char* DecodePacked(::google::protobuf::RepeatedField<Element>* field,
                         const char* ptr, wire::WireReader& reader) {
  if constexpr (Kind::kWireType == wire::kVarint) {
    return DecodePackedVarints<Kind>(field, ptr, reader);
  } else {
    return DecodePackedFixed(field, ptr, reader);
  }
}

// Closed enums: a number without a name goes to the unknown fields of `msg`,
// with as many of its bits as the linked version keeps.
template <class Kind, uint32_t kNumber, class M, class Set>
const char* DecodeClosedEnum(M& msg, const char* ptr, wire::WireReader& reader,
                             Set&& set) {
  uint64_t wire_value = 0;
  ptr = reader.ReadVarint(ptr, &wire_value);
  if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
  const int32_t value = Int32::FromWire(wire_value);
  if (BACKWIRE_LIKELY(Kind::IsValid(value))) {
    set(static_cast<typename Kind::Value>(value));
  } else {
    AddUnknownVarint(
        MutableUnknownFields(msg), kNumber,
        compat::kCutsUnknownEnums ? Int32::ToWire(value) : wire_value);
  }
  return ptr;
}

template <class Kind, uint32_t kNumber, class M>
const char* DecodePackedClosedEnum(
    M& msg, ::google::protobuf::RepeatedField<int>* field, const char* ptr,
    wire::WireReader& reader) {
  return reader.ReadPacked(ptr, [&](const char* p) {
    while (!reader.Done(&p)) {
      p = DecodeClosedEnum<Kind, kNumber>(
          msg, p, reader, [field](int value) { field->Add(value); });
      if (BACKWIRE_UNLIKELY(p == nullptr)) break;
    }
    return p;
  });
}

}  // namespace backwire::message

#endif  // BACKWIRE_MESSAGE_SCALAR_FIELD_H_
