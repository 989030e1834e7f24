// Makes the layouts of view/layout.h from descriptors.
#ifndef BACKWIRE_DYNAMIC_LAYOUTS_H_
#define BACKWIRE_DYNAMIC_LAYOUTS_H_

#include <memory>
#include <unordered_map>

#include "backwire/view/layout.h"
#include "google/protobuf/descriptor.h"

namespace backwire::dynamic {

// The layouts of messages and of all that they can hold. What has been added
// never changes and stays as long as the set. Adding is not thread-safe;
// reading is.
//
// Extensions that the descriptor's pool knows are fields like others, as they
// are for stock's parser; unknown ones are unknown fields.
class LayoutSet {
 public:
  LayoutSet();
  ~LayoutSet();
  LayoutSet(LayoutSet&&) noexcept;
  LayoutSet& operator=(LayoutSet&&) noexcept;

  // The layout of `type`, whose pool must outlive the set. Every type has one.
  const view::MessageLayout* Add(const ::google::protobuf::Descriptor* type);

 private:
  struct Entry;
  class Builder;
  std::unordered_map<const ::google::protobuf::Descriptor*,
                     std::unique_ptr<Entry>>
      entries_;
};

// The layout of a type of the generated pool, made once for the process: for
// messages inside of generated views whose own file has none. Thread-safe.
const view::MessageLayout* LayoutOfLinkedType(
    const ::google::protobuf::Descriptor* type);

}  // namespace backwire::dynamic

#endif  // BACKWIRE_DYNAMIC_LAYOUTS_H_
