// Ranges over what stands behind each other in a record's arrays.
#ifndef BACKWIRE_VIEW_RANGE_H_
#define BACKWIRE_VIEW_RANGE_H_

#include <cstddef>
#include <iterator>
#include <string_view>

#include "backwire/view/record.h"

namespace backwire::view {

// A random-access range: `make(place)` gives the element that stands at a
// place. Borrows; as cheap to copy as two or three pointers.
template <class Make>
class Range {
 public:
  using value_type = decltype(std::declval<Make>()(nullptr));

  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = typename Range::value_type;
    using difference_type = ptrdiff_t;
    using pointer = void;
    using reference = value_type;

    iterator(Make make, const char* place, size_t stride)
        : make_(make), place_(place), stride_(stride) {}
    value_type operator*() const { return make_(place_); }
    iterator& operator++() {
      place_ += stride_;
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const iterator& other) const {
      return place_ == other.place_;
    }
    bool operator!=(const iterator& other) const { return !(*this == other); }

   private:
    Make make_;
    const char* place_;
    size_t stride_;
  };

  Range(const ArrayRef& array, size_t stride, Make make = {})
      : data_(array.data), size_(array.size), stride_(stride), make_(make) {}

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // `index` is below size().
  value_type operator[](size_t index) const {
    return make_(data_ + index * stride_);
  }
  iterator begin() const { return {make_, data_, stride_}; }
  iterator end() const { return {make_, data_ + size_ * stride_, stride_}; }

 private:
  const char* data_;
  size_t size_;
  size_t stride_;
  Make make_;
};

struct MakeString {
  std::string_view operator()(const char* place) const {
    return Load<StringRef>(place, 0).view();
  }
};
using StringRange = Range<MakeString>;

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_RANGE_H_
