// A flame graph as one HTML page that needs nothing else: no scripts, styles or
// fonts from elsewhere.
#ifndef BACKWIRE_PROFILES_FORMAT_FLAME_GRAPH_H_
#define BACKWIRE_PROFILES_FORMAT_FLAME_GRAPH_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "profiles/format/raw_profile.h"

namespace backwire::profiles {

class FlameGraph {
 public:
  // `unit` is what the values count, for people: "samples", "bytes".
  FlameGraph(std::string title, std::string unit);

  // Counts `value` under the names of a stack, innermost first. Stacks of no
  // value are left out. REQUIRES: value >= 0.
  void Add(const std::vector<std::string>& names, int64_t value);

  int64_t total() const { return root_.value; }

  // Names are shown as text, whatever they hold. Blocks narrower than a
  // ten-thousandth of the whole are left out.
  std::string ToHtml() const;

 private:
  struct Node {
    int64_t value = 0;
    std::map<std::string, std::unique_ptr<Node>> callees;
  };

  void AppendNode(const std::string& name, const Node& node,
                  std::string& out) const;

  const std::string title_;
  const std::string unit_;
  Node root_;
};

// The graph of the value `value_index`. Frames without a name show their file.
// REQUIRES: the index is one of the profile's values.
FlameGraph MakeFlameGraph(const RawProfile& profile, size_t value_index,
                          const Symbolizer& symbolize, std::string title);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_FORMAT_FLAME_GRAPH_H_
