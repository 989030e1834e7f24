// The cases that are measured: the same work for every codec, over any message.
// They are held apart from what measures them, time (benchmarks_main.cc) or
// instructions (instructions_main.cc).
//
// Names are Op/shape/size/path/codec:
//   seam    from or to a grpc::ByteBuffer; call  the same with all that
//           choosing the codec and counting costs
//   array   from or to contiguous memory
//   heap    a new message on the heap; arena  on an arena; reused  the same
//           message again, whose memory is kept; all from contiguous memory
#ifndef BACKWIRE_BENCHMARKS_CASES_H_
#define BACKWIRE_BENCHMARKS_CASES_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backwire/benchmarks/codecs.h"
#include "google/protobuf/message.h"

namespace backwire::benchmarks {

// One message in the forms that the benchmarks start from.
struct Input {
  explicit Input(std::unique_ptr<::google::protobuf::Message> m)
      : message(std::move(m)),
        bytes(message->SerializeAsString()),
        entry(FindEntry(*message)) {}

  std::unique_ptr<::google::protobuf::Message> message;
  std::string bytes;
  // nullptr for a type without generated code.
  const TypeEntry* entry;
};

using MakeMessage =
    std::function<std::unique_ptr<::google::protobuf::Message>()>;
using Body = std::function<void(const Input&)>;

// A shape of message in one size, "candidates" and 2000. Copies share the
// message, which is made at its first use and kept, so that only what is run is
// built.
class Shape {
 public:
  Shape(std::string name, int size, MakeMessage make)
      : state_(std::make_shared<State>(
            State{std::move(name), size, std::move(make), nullptr})) {}

  int size() const { return state_->size; }
  const Input& input() const;

  // Adds the case op/<name>/<size>/<path>/<codec>. `body` is the work of one
  // iteration.
  void Register(const std::string& op, const std::string& path,
                const std::string& codec, const Body& body) const;

  // Encode and decode on all paths, for every codec.
  void RegisterCodecs() const;
  // The same for stock only, for types without generated code.
  void RegisterStock() const;
  // The same as gRPC calls it: by the process's choice of the codec, which is
  // `generated` from then on. `codec` is the one that it comes to.
  void RegisterCalls(const std::string& codec) const;
  // The floor: the bytes copied.
  void RegisterCopy() const;

 private:
  struct State {
    std::string name;
    int size;
    MakeMessage make;
    std::unique_ptr<Input> input;
  };
  std::shared_ptr<State> state_;
};

struct Case {
  std::string name;
  Shape shape;
  Body body;

  // The work of one iteration.
  void Run() const { body(shape.input()); }
};

// All cases, in the order in which they were added; files add theirs before
// main().
std::vector<Case>& Cases();

}  // namespace backwire::benchmarks

#endif  // BACKWIRE_BENCHMARKS_CASES_H_
