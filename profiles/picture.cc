#include "profiles/picture.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace backwire::profiles {
namespace {

constexpr double kWidth = 960;
constexpr double kRowHeight = 24;
constexpr double kHeadHeight = 34;
constexpr double kCharWidth = 7;
constexpr double kNarrowest = 3;
// Roles that call each other in turn could nest as deep as stacks are.
constexpr int kMaxDepth = 10;

struct RoleStyle {
  const char* name;
  const char* color;
};

RoleStyle StyleOf(Role role) {
  switch (role) {
    case Role::kNone:
      return {"rest", "#dddddd"};
    case Role::kEncode:
      return {"encode", "#f28e2b"};
    case Role::kDecode:
      return {"decode", "#e15759"};
    case Role::kBuild:
      return {"build", "#59a14f"};
    case Role::kSearch:
      return {"search", "#76b7b2"};
    case Role::kHandler:
      return {"handler", "#a5d49b"};
    case Role::kAllocation:
      return {"allocation", "#edc948"};
    case Role::kTransport:
      return {"transport", "#a0b8d8"};
    case Role::kSystemCall:
      return {"kernel", "#c9b3d9"};
    case Role::kProfiling:
      break;
  }
  return {"profiling", "#bbbbbb"};
}

// Where a block was entered says little of roles that are left to libraries,
// and would split them.
bool ShowsEntry(Role role) {
  return role != Role::kAllocation && role != Role::kSystemCall &&
         role != Role::kTransport;
}

// "ns::Class<T>::Method(int)" -> "Class::Method".
std::string ShortName(const std::string& function) {
  std::string plain;
  int depth = 0;
  for (const char c : function) {
    depth += c == '<' || c == '(';
    if (depth == 0) plain += c;
    depth -= depth > 0 && (c == '>' || c == ')');
  }
  size_t cut = plain.rfind("::");
  if (cut != plain.npos && cut > 0) cut = plain.rfind("::", cut - 1);
  return cut == plain.npos ? plain : plain.substr(cut + 2);
}

std::string Escape(const std::string& text) {
  std::string clean;
  for (const char c : text) {
    const bool shown = c >= 0x20 && c != 0x7f;  // bytes above may be no UTF-8
    clean += shown ? c : '?';
  }
  return absl::StrReplaceAll(
      clean, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

struct Block {
  int64_t value = 0;
  // By role and entry.
  std::map<std::pair<Role, std::string>, std::unique_ptr<Block>> callees;
};

class Picture {
 public:
  Picture(const CallStacks& profile, const FrameTable& table)
      : profile_(profile) {
    for (const Frame& frame : profile.frames) {
      roles_.push_back(table.Find(frame));
    }
  }

  void Add(const CallStack& stack, int64_t value) {
    root_.value += value;
    Block* block = &root_;
    Role role = Role::kNone;
    int depth = 1;
    for (auto frame = stack.frames.rbegin(); frame != stack.frames.rend();
         ++frame) {
      const Role next = RoleOf(*frame, &*frame == &stack.frames.front());
      if (next == Role::kNone || next == role || depth == kMaxDepth) continue;
      role = next;
      ++depth;
      deepest_ = std::max(deepest_, depth);
      auto& callee = block->callees[{role, EntryOf(role, *frame)}];
      if (callee == nullptr) callee = std::make_unique<Block>();
      block = callee.get();
      block->value += value;
    }
  }

  std::string ToSvg(const std::string& title) {
    out_.clear();
    const double height = kHeadHeight + deepest_ * kRowHeight + 6;
    absl::StrAppendFormat(
        &out_,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
        "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<text x=\"2\" y=\"20\" "
        "font-size=\"15\">%s</text>\n",
        kWidth, height, kWidth, height, Escape(title));
    Draw({"all", "#eeeeee"}, "", root_, 0, 0);
    out_ += "</svg>\n";
    return out_;
  }

 private:
  // What little else enters the kernel is told by the innermost frame only.
  Role RoleOf(int frame, bool innermost) const {
    const Role role = roles_[frame];
    return role == Role::kSystemCall && !innermost ? Role::kNone : role;
  }

  std::string EntryOf(Role role, int frame) const {
    return ShowsEntry(role) ? ShortName(profile_.frames[frame].function) : "";
  }

  void Draw(const RoleStyle& style, const std::string& entry,
            const Block& block, double left, int row) {
    const double width = kWidth * block.value / root_.value;
    if (width < kNarrowest) return;
    AppendBlock(style, entry, width, left, row);
    for (const auto& [key, callee] : block.callees) {
      Draw(StyleOf(key.first), key.second, *callee, left, row + 1);
      left += kWidth * callee->value / root_.value;
    }
  }

  void AppendBlock(const RoleStyle& style, const std::string& entry,
                   double width, double left, int row) {
    const double share = 100 * width / kWidth;
    const double top = kHeadHeight + row * kRowHeight;
    const std::string name = absl::StrFormat("%s %.1f %%", style.name, share);
    const std::string full = entry.empty() ? name : name + ": " + entry;
    absl::StrAppendFormat(
        &out_,
        "<g><title>%s</title><rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" "
        "height=\"%.0f\" fill=\"%s\" stroke=\"#fff\"/>",
        Escape(full), left, top, width, kRowHeight, style.color);
    const auto fits = static_cast<size_t>(width / kCharWidth);
    if (fits >= 4) {
      absl::StrAppendFormat(&out_, "<text x=\"%.1f\" y=\"%.0f\">%s</text>",
                            left + 4, top + 16,
                            Escape(full.substr(0, fits - 1)));
    }
    out_ += "</g>\n";
  }

  const CallStacks& profile_;
  std::vector<Role> roles_;
  Block root_;
  int deepest_ = 1;
  std::string out_;
};

}  // namespace

std::string RolePicture(const CallStacks& profile, int value_index,
                        const FrameTable& table, const std::string& title) {
  Picture picture(profile, table);
  for (const CallStack& stack : profile.stacks) {
    picture.Add(stack, stack.values[value_index]);
  }
  return picture.ToSvg(title);
}

}  // namespace backwire::profiles
