#include "profiles/format/flame_graph.h"

#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "profiles/format/flame_page.h"

namespace backwire::profiles {
namespace {

constexpr int64_t kNarrowest = 10000;  // one in that many is still shown

// A JSON text without '<', which could end the script around it. Bytes that are
// no ASCII are shown as '?': names hardly have them, and they may be no UTF-8.
void AppendJson(const std::string& text, std::string& out) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '<' || c == '&' || (c >= 0 && c < 0x20)) {
      absl::StrAppendFormat(&out, "\\u%04x", c);
    } else {
      out += c < 0 || c == 0x7f ? '?' : c;
    }
  }
  out += '"';
}

std::string EscapeHtml(const std::string& text) {
  return absl::StrReplaceAll(text,
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}});
}

std::string FileOf(const RawProfile& profile, uint64_t address) {
  for (const MappedFile& file : profile.mappings) {
    if (file.start <= address && address < file.limit) {
      return absl::StrCat("[", file.path.substr(file.path.rfind('/') + 1), "]");
    }
  }
  return "[unknown]";
}

}  // namespace

FlameGraph::FlameGraph(std::string title, std::string unit)
    : title_(std::move(title)), unit_(std::move(unit)) {}

void FlameGraph::Add(const std::vector<std::string>& names, int64_t value) {
  if (value == 0) return;
  Node* node = &root_;
  node->value += value;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    std::unique_ptr<Node>& callee = node->callees[*name];
    if (callee == nullptr) callee = std::make_unique<Node>();
    node = callee.get();
    node->value += value;
  }
}

void FlameGraph::AppendNode(const std::string& name, const Node& node,
                            std::string& out) const {
  out += '[';
  AppendJson(name, out);
  absl::StrAppend(&out, ",", node.value);
  for (const auto& [callee_name, callee] : node.callees) {
    if (callee->value < root_.value / kNarrowest) continue;
    out += ',';
    AppendNode(callee_name, *callee, out);
  }
  out += ']';
}

std::string FlameGraph::ToHtml() const {
  const std::string title = EscapeHtml(title_);
  std::string out =
      absl::StrCat(kFlameHead, title, kFlameHeading, title, kFlameData);
  out += "{\"unit\":";
  AppendJson(unit_, out);
  out += ",\"root\":";
  AppendNode("all", root_, out);
  return absl::StrCat(out, "}", kFlameTail);
}

FlameGraph MakeFlameGraph(const RawProfile& profile, size_t value_index,
                          const Symbolizer& symbolize, std::string title) {
  const ValueType& type = profile.value_types[value_index];
  FlameGraph graph(std::move(title),
                   type.unit == "count" ? type.type : type.unit);
  std::unordered_map<uint64_t, std::string> names;
  for (const RawStack& stack : profile.stacks) {
    std::vector<std::string> frames;
    for (const uint64_t address : stack.addresses) {
      std::string& name = names[address];
      if (name.empty()) name = symbolize(address);
      if (name.empty()) name = FileOf(profile, address);
      frames.push_back(name);
    }
    graph.Add(frames, stack.values[value_index]);
  }
  return graph;
}

}  // namespace backwire::profiles
