// array: encodes a message into the program's own memory, compares the bytes
// with protobuf's, and reads them back. Exits with 1 if anything differs.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "backwire/message/array_codec.h"
#include "sample.pb.h"

namespace {

sample::Sample MakeSample() {
  sample::Sample sample;
  sample.set_name("depot");
  (*sample.mutable_counts())["parcels"] = 12;
  for (int i = 0; i < 100; ++i) sample.add_values(i / 8.0);
  return sample;
}

// The message stands at the end of `memory`.
std::string EncodeInto(std::vector<uint8_t>& memory,
                       const sample::Sample& sample) {
  const backwire::EncodedSpan span =
      backwire::EncodeToSpan(sample, memory.data(), memory.size());
  if (span.data == nullptr) {
    memory.resize(span.size_bytes);
    return EncodeInto(memory, sample);
  }
  return std::string(span.data, span.data + span.size_bytes);
}

}  // namespace

int main() {
  const sample::Sample sample = MakeSample();
  std::vector<uint8_t> memory(64);
  const std::string bytes = EncodeInto(memory, sample);
  if (bytes != sample.SerializeAsString()) {
    std::cerr << "array: the bytes are not protobuf's\n";
    return 1;
  }
  sample::Sample copy;
  backwire::wire::DecodeError error;
  if (!backwire::DecodeFromArray(&copy, bytes.data(), bytes.size(), &error)) {
    std::cerr << "array: " << backwire::wire::Describe(error.kind)
              << " at byte " << error.offset_bytes << "\n";
    return 1;
  }
  if (copy.SerializeAsString() != bytes) {
    std::cerr << "array: the copy is not the message\n";
    return 1;
  }
  std::cout << "array: " << bytes.size() << " bytes\n";
}
