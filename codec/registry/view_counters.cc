#include "backwire/registry/view_counters.h"

#include <map>
#include <mutex>

namespace backwire {
namespace {

// Of all types that had a view. Nodes of a map stay where they are.
struct Table {
  std::mutex mutex;
  std::map<std::string, ViewCounter, std::less<>> counters;
};

Table& TheTable() {
  static auto* const table = new Table;
  return *table;
}

}  // namespace

ViewCounter& ViewCounter::Of(std::string_view type_name) {
  Table& table = TheTable();
  const std::lock_guard<std::mutex> lock(table.mutex);
  const auto found = table.counters.find(type_name);
  if (found != table.counters.end()) return found->second;
  return table.counters.try_emplace(std::string(type_name)).first->second;
}

ViewCounts ViewCounter::Snapshot() const {
  return {messages_.load(std::memory_order_relaxed),
          refused_messages_.load(std::memory_order_relaxed),
          message_bytes_.load(std::memory_order_relaxed),
          pinned_bytes_.load(std::memory_order_relaxed)};
}

std::vector<TypeViewCounts> CountViewsByType() {
  Table& table = TheTable();
  const std::lock_guard<std::mutex> lock(table.mutex);
  std::vector<TypeViewCounts> types;
  for (const auto& [name, counter] : table.counters) {
    types.push_back({name, counter.Snapshot()});
  }
  return types;
}

ViewCounts CountViews() {
  ViewCounts sum;
  for (const TypeViewCounts& type : CountViewsByType()) {
    sum.messages += type.counts.messages;
    sum.refused_messages += type.counts.refused_messages;
    sum.message_bytes += type.counts.message_bytes;
    sum.pinned_bytes += type.counts.pinned_bytes;
  }
  return sum;
}

}  // namespace backwire
