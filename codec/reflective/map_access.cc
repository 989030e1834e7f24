#include "backwire/reflective/map_access.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::MapKey;
using ::google::protobuf::MapValueRef;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;

// Instantiating Grant<Tag, &Reflection::X> defines the function
// MemberOf(Tag), which returns &Reflection::X. Access is not checked for the
// arguments of an explicit instantiation ([temp.spec]), so X may be private.
template <class Tag, typename Tag::Member kMember>
struct Grant {
  friend constexpr typename Tag::Member MemberOf(Tag) { return kMember; }
};

struct Begin {
  using Member = compat::MapReader (Reflection::*)(
      compat::MapReaderMessage*, const FieldDescriptor*) const;
  friend constexpr Member MemberOf(Begin);
};
template struct Grant<Begin, &Reflection::BACKWIRE_REFLECTION_MAP_BEGIN>;

struct End {
  using Member = compat::MapReader (Reflection::*)(
      compat::MapReaderMessage*, const FieldDescriptor*) const;
  friend constexpr Member MemberOf(End);
};
template struct Grant<End, &Reflection::BACKWIRE_REFLECTION_MAP_END>;

struct InsertOrLookup {
  using Member = bool (Reflection::*)(Message*, const FieldDescriptor*,
                                      const MapKey&, MapValueRef*) const;
  friend constexpr Member MemberOf(InsertOrLookup);
};
template struct Grant<InsertOrLookup, &Reflection::InsertOrLookupMapValue>;

// Some versions' iterators want a message that they could change. A cursor
// hands out no way to do so.
compat::MapReaderMessage* ForReader(const Message& msg) {
  return const_cast<Message*>(&msg);
}

}  // namespace

MapValueRef InsertOrLookupMapValue(Message* msg, const FieldDescriptor* field,
                                   const MapKey& key) {
  MapValueRef value;
  (msg->GetReflection()->*MemberOf(InsertOrLookup()))(msg, field, key, &value);
  return value;
}

MapCursor::MapCursor(const Message& msg, const FieldDescriptor* field)
    : current_(
          (msg.GetReflection()->*MemberOf(Begin()))(ForReader(msg), field)),
      end_((msg.GetReflection()->*MemberOf(End()))(ForReader(msg), field)) {}

}  // namespace backwire::reflective
