#include "backwire/view/layout_plan.h"

#include <algorithm>
#include <map>

#include "backwire/view/record.h"

namespace backwire::view {
namespace {

// The unknown fields' place is the first.
constexpr uint32_t kFirstOffset = sizeof(void*);

struct Place {
  uint32_t bytes = 0;
  uint32_t alignment = 1;
};

Place PlaceOf(const FieldLayout& field) {
  if (!IsSingular(field.shape)) return {sizeof(ArrayRef), alignof(ArrayRef)};
  return {ValueBytes(field.kind), ValueAlignment(field.kind)};
}

// Gives out places, those with the largest alignment first, so that there are
// no gaps.
class Planner {
 public:
  explicit Planner(std::vector<PlannedField>* fields) : fields_(*fields) {
    for (const PlannedField& field : fields_) {
      if (field.oneof < 0) continue;
      Place& place = oneofs_[field.oneof];
      const Place own = PlaceOf(field.layout);
      place.bytes = std::max(place.bytes, own.bytes);
      place.alignment = std::max(place.alignment, own.alignment);
    }
  }

  uint32_t Plan() {
    PlaceAll(8);
    PlaceAll(4);
    PlaceCases();
    PlaceAll(1);
    PointOneofs();
    PlaceBits();
    return (end_ + 7) / 8 * 8;
  }

 private:
  uint32_t Take(uint32_t bytes) {
    const uint32_t offset = end_;
    end_ += bytes;
    return offset;
  }

  void PlaceAll(uint32_t alignment) {
    for (auto& [number, place] : oneofs_) {
      if (place.alignment != alignment) continue;
      end_ = (end_ + alignment - 1) / alignment * alignment;
      offsets_[number] = Take(place.bytes);
    }
    for (PlannedField& field : fields_) {
      const Place place = PlaceOf(field.layout);
      if (field.oneof >= 0 || place.alignment != alignment) continue;
      end_ = (end_ + alignment - 1) / alignment * alignment;
      field.layout.offset = Take(place.bytes);
    }
  }

  void PlaceCases() {
    end_ = (end_ + 3) / 4 * 4;
    for (const auto& [number, place] : oneofs_) cases_[number] = Take(4);
  }

  // When all oneofs have their places, those of bools alone too.
  void PointOneofs() {
    for (PlannedField& field : fields_) {
      if (field.oneof < 0) continue;
      field.layout.offset = offsets_[field.oneof];
      field.layout.presence = cases_[field.oneof];
    }
  }

  // The first bit is for those that need none.
  void PlaceBits() {
    uint32_t bit = end_ * 8;
    const uint32_t spare = bit++;
    for (PlannedField& field : fields_) {
      if (field.oneof >= 0) continue;
      const bool needs_bit = field.layout.shape == FieldShape::kOptional;
      field.layout.presence = needs_bit ? bit++ : spare;
    }
    end_ = (bit + 7) / 8;
  }

  std::vector<PlannedField>& fields_;
  std::map<int, Place> oneofs_;
  std::map<int, uint32_t> offsets_;
  std::map<int, uint32_t> cases_;
  uint32_t end_ = kFirstOffset;
};

}  // namespace

uint32_t PlanRecord(std::vector<PlannedField>* fields) {
  for (PlannedField& field : *fields) CompleteField(&field.layout);
  return Planner(fields).Plan();
}

void PlanMapEntry(MapLayout* map) {
  map->key.number = 1;
  map->value.number = 2;
  map->key.shape = FieldShape::kImplicit;
  map->value.shape = FieldShape::kImplicit;
  CompleteField(&map->key);
  CompleteField(&map->value);
  // The one with the larger alignment first.
  const uint32_t key_alignment = ValueAlignment(map->key.kind);
  const uint32_t value_alignment = ValueAlignment(map->value.kind);
  const bool key_first = key_alignment >= value_alignment;
  FieldLayout& first = key_first ? map->key : map->value;
  FieldLayout& second = key_first ? map->value : map->key;
  first.offset = 0;
  second.offset = ValueBytes(first.kind);
  const uint32_t alignment = std::max({key_alignment, value_alignment, 4u});
  const uint32_t end = second.offset + ValueBytes(second.kind);
  map->entry_bytes = (end + alignment - 1) / alignment * alignment;
}

EnumLayout PlanEnum(std::vector<int32_t>* numbers) {
  std::sort(numbers->begin(), numbers->end());
  numbers->erase(std::unique(numbers->begin(), numbers->end()), numbers->end());
  // The longest run without a gap is the range.
  size_t best = 0;
  size_t best_count = 0;
  for (size_t begin = 0, i = 0; i < numbers->size(); ++i) {
    if (i != 0 && (*numbers)[i] != int64_t{(*numbers)[i - 1]} + 1) begin = i;
    if (i - begin + 1 > best_count) {
      best = begin;
      best_count = i - begin + 1;
    }
  }
  return {best_count == 0 ? 0 : (*numbers)[best],
          static_cast<uint32_t>(best_count), numbers->data(),
          static_cast<uint32_t>(numbers->size())};
}

std::vector<uint16_t> PlanDense(const std::vector<PlannedField>& fields) {
  constexpr uint32_t kMaxNumbers = 1024;
  uint32_t count = 0;
  for (size_t i = 0; i < fields.size(); ++i) {
    const uint32_t number = fields[i].layout.number;
    if (number >= kMaxNumbers || number > 8 * (i + 1) + 56) break;
    count = number + 1;
  }
  std::vector<uint16_t> dense(count, 0);
  for (size_t i = 0; i < fields.size(); ++i) {
    const uint32_t number = fields[i].layout.number;
    if (number < count) dense[number] = static_cast<uint16_t>(i + 1);
  }
  return dense;
}

}  // namespace backwire::view
