// The generated builders' numbers, called by hand in ascending order: every
// kind in every form writes what stock writes.
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "all_kinds_proto2.backwire_builder.h"
#include "all_kinds_proto3.backwire_builder.h"
#include "backwire/builder/builder_test_support.h"
#include "backwire/testing/differential.h"
#include "gtest/gtest.h"
#include "maps_proto3.backwire_builder.h"

namespace backwire::builder {
namespace {

using testing::StockBytes;

// Zero, the extremes, and both sides of each size of a varint.
template <class T>
std::vector<T> Values() {
  std::vector<T> values = {T{0}, T{1}, std::numeric_limits<T>::max(),
                           std::numeric_limits<T>::lowest()};
  if constexpr (std::is_integral_v<T> && sizeof(T) > 1) {
    for (unsigned bits = 6; bits < sizeof(T) * 8; ++bits) {
      const uint64_t border = uint64_t{1} << bits;
      for (const uint64_t value : {border - 1, border}) {
        values.push_back(static_cast<T>(value));
        values.push_back(static_cast<T>(~value));
      }
    }
  }
  if constexpr (std::is_floating_point_v<T>) {
    values.insert(values.end(), {T(-0.0), std::numeric_limits<T>::quiet_NaN(),
                                 std::numeric_limits<T>::infinity(), T(1.5)});
  }
  return values;
}

template <class E>
std::vector<E> EnumValues(std::initializer_list<int> numbers) {
  std::vector<E> values;
  for (const int number : numbers) values.push_back(static_cast<E>(number));
  return values;
}

template <>
std::vector<kinds3::Open> Values() {
  return EnumValues<kinds3::Open>({0, 1, -7, 1000000, 2147483647, 12345});
}
template <>
std::vector<kinds2::Closed> Values() {
  return EnumValues<kinds2::Closed>({0, 1, -7, 1000000, 2147483647});
}

#define BACKWIRE_NUMBERS(X) \
  X(f_int32, int32_t)       \
  X(f_int64, int64_t)       \
  X(f_uint32, uint32_t)     \
  X(f_uint64, uint64_t)     \
  X(f_sint32, int32_t)      \
  X(f_sint64, int64_t)      \
  X(f_fixed32, uint32_t)    \
  X(f_fixed64, uint64_t)    \
  X(f_sfixed32, int32_t)    \
  X(f_sfixed64, int64_t)    \
  X(f_float, float)         \
  X(f_double, double)       \
  X(f_bool, bool)

// All numbers and the enum `f` of type E, each with all its values.
#define BACKWIRE_SET_EACH(field, T)                                   \
  for (const T value : Values<T>()) {                                 \
    Message msg;                                                      \
    msg.set_##field(value);                                           \
    EXPECT_EQ(Built<Message>([&](auto& b) { b.set_##field(value); }), \
              StockBytes(msg))                                        \
        << #field << " = " << value;                                  \
  }

TEST(BuilderNumbersTest, NumbersWithoutPresence) {
  using Message = kinds3::Singular;
  BACKWIRE_NUMBERS(BACKWIRE_SET_EACH)
  BACKWIRE_SET_EACH(f_open, kinds3::Open)
}

TEST(BuilderNumbersTest, NumbersWithPresence) {
  {
    using Message = kinds3::Optional;
    BACKWIRE_NUMBERS(BACKWIRE_SET_EACH)
    BACKWIRE_SET_EACH(f_open, kinds3::Open)
  }
  using Message = kinds2::Optional;
  BACKWIRE_NUMBERS(BACKWIRE_SET_EACH)
  BACKWIRE_SET_EACH(f_closed, kinds2::Closed)
}

TEST(BuilderNumbersTest, NumbersInOneofs) {
  {
    using Message = kinds3::OneOf;
    BACKWIRE_NUMBERS(BACKWIRE_SET_EACH)
    BACKWIRE_SET_EACH(f_open, kinds3::Open)
  }
  using Message = kinds2::OneOf;
  BACKWIRE_NUMBERS(BACKWIRE_SET_EACH)
  BACKWIRE_SET_EACH(f_closed, kinds2::Closed)
}

// As a span, which std::vector<bool> is not.
#define BACKWIRE_ADD_ALL(field, T)                                         \
  {                                                                        \
    const std::vector<T> values = Values<T>();                             \
    const std::unique_ptr<T[]> array(new T[values.size()]);                \
    std::copy(values.begin(), values.end(), array.get());                  \
    Message msg;                                                           \
    for (const T value : values) msg.add_##field(value);                   \
    EXPECT_EQ(                                                             \
        Built<Message>([&](auto& b) {                                      \
          b.add_##field(absl::Span<const T>(array.get(), values.size()));  \
        }),                                                                \
        StockBytes(msg))                                                   \
        << #field;                                                         \
    EXPECT_EQ(Built<Message>([&](auto& b) { BACKWIRE_ONE_BY_ONE(field) }), \
              StockBytes(msg))                                             \
        << #field;                                                         \
  }

TEST(BuilderNumbersTest, NumbersPacked) {
#define BACKWIRE_ONE_BY_ONE(field) \
  auto open = b.open_##field();    \
  for (const auto value : values) open.Add(value);
  {
    using Message = kinds3::Packed;
    BACKWIRE_NUMBERS(BACKWIRE_ADD_ALL)
    BACKWIRE_ADD_ALL(f_open, kinds3::Open)
  }
  using Message = kinds2::Packed;
  BACKWIRE_NUMBERS(BACKWIRE_ADD_ALL)
  BACKWIRE_ADD_ALL(f_closed, kinds2::Closed)
#undef BACKWIRE_ONE_BY_ONE
}

TEST(BuilderNumbersTest, NumbersRepeatedButNotPacked) {
#define BACKWIRE_ONE_BY_ONE(field) \
  for (const auto value : values) b.add_##field(value);
  {
    using Message = kinds3::Unpacked;
    BACKWIRE_NUMBERS(BACKWIRE_ADD_ALL)
    BACKWIRE_ADD_ALL(f_open, kinds3::Open)
  }
  using Message = kinds2::Expanded;
  BACKWIRE_NUMBERS(BACKWIRE_ADD_ALL)
  BACKWIRE_ADD_ALL(f_closed, kinds2::Closed)
#undef BACKWIRE_ONE_BY_ONE
}

#define BACKWIRE_ADD_ENTRIES(field, T)                             \
  {                                                                \
    maps3::StringTo msg;                                           \
    int i = 0;                                                     \
    for (const T value : Values<T>()) {                            \
      (*msg.mutable_##field())[std::to_string(100 + i++)] = value; \
    }                                                              \
    EXPECT_EQ(Built<maps3::StringTo>([&](auto& b) {                \
                int k = 0;                                         \
                for (const T value : Values<T>()) {                \
                  b.add_##field(std::to_string(100 + k++), value); \
                }                                                  \
              }),                                                  \
              StockBytes(msg))                                     \
        << #field;                                                 \
  }

TEST(BuilderNumbersTest, MapsToNumbers) {
  BACKWIRE_NUMBERS(BACKWIRE_ADD_ENTRIES)
  BACKWIRE_ADD_ENTRIES(f_open, kinds3::Open)
}

#define BACKWIRE_ADD_KEYS(field, T)                                         \
  {                                                                         \
    maps3::KeysToText msg;                                                  \
    for (const T key : Values<T>()) (*msg.mutable_##field())[key] = "text"; \
    EXPECT_EQ(Built<maps3::KeysToText>([&](auto& b) {                       \
                for (const T key : Sorted<T>()) b.add_##field(key, "text"); \
              }),                                                           \
              StockBytes(msg))                                              \
        << #field;                                                          \
  }

template <class T>
std::set<T> Sorted() {
  const std::vector<T> values = Values<T>();
  return std::set<T>(values.begin(), values.end());
}

TEST(BuilderNumbersTest, MapsOfAllTypesOfKey){
    BACKWIRE_ADD_KEYS(f_int32, int32_t) BACKWIRE_ADD_KEYS(f_int64, int64_t)
        BACKWIRE_ADD_KEYS(f_uint32, uint32_t)
            BACKWIRE_ADD_KEYS(f_uint64, uint64_t)
                BACKWIRE_ADD_KEYS(f_sint32, int32_t)
                    BACKWIRE_ADD_KEYS(f_sint64, int64_t)
                        BACKWIRE_ADD_KEYS(f_fixed32, uint32_t)
                            BACKWIRE_ADD_KEYS(f_fixed64, uint64_t)
                                BACKWIRE_ADD_KEYS(f_sfixed32, int32_t)
                                    BACKWIRE_ADD_KEYS(f_sfixed64, int64_t)
                                        BACKWIRE_ADD_KEYS(f_bool, bool)}

TEST(BuilderNumbersTest, RequiredFields) {
  kinds2::Required msg;
#define BACKWIRE_SET_REQUIRED(field, T) msg.set_##field(static_cast<T>(1));
  BACKWIRE_NUMBERS(BACKWIRE_SET_REQUIRED)
  msg.set_f_string("s");
  msg.set_f_bytes("b");
  msg.set_f_closed(kinds2::CLOSED_ONE);
  msg.mutable_f_leaf();
  EXPECT_EQ(Built<kinds2::Required>([](auto& b) {
#define BACKWIRE_BUILD_REQUIRED(field, T) b.set_##field(static_cast<T>(1));
              BACKWIRE_NUMBERS(BACKWIRE_BUILD_REQUIRED)
              b.set_f_string("s");
              b.set_f_bytes("b");
              b.set_f_closed(kinds2::CLOSED_ONE);
              auto leaf = b.open_f_leaf();
            }),
            StockBytes(msg));
}

}  // namespace
}  // namespace backwire::builder
