#include "backwire/admin/profile_forms.h"

#include "absl/strings/str_cat.h"
#include "backwire/admin/symbol.h"
#include "profiles/format/flame_graph.h"
#include "profiles/format/gperftools_profile.h"
#include "profiles/format/pprof_profile.h"

namespace backwire::admin {
namespace {

absl::StatusOr<profiles::RawProfile> Parse(const Captured& captured) {
  auto profile = profiles::ParseGperftoolsProfile(captured.body);
  if (profile.ok()) return profile;
  return absl::InternalError(profile.status().message());
}

}  // namespace

absl::StatusOr<std::string> ToPprofForm(const Captured& captured) {
  const auto profile = Parse(captured);
  if (!profile.ok()) return profile.status();
  const std::chrono::nanoseconds began = captured.began.time_since_epoch();
  return profiles::ToCompressedPprof(*profile, SymbolName,
                                     {began.count(), captured.lasted.count()});
}

absl::StatusOr<std::string> ToFlamePage(const Captured& captured,
                                        absl::string_view value,
                                        const std::string& title) {
  const auto profile = Parse(captured);
  if (!profile.ok()) return profile.status();
  for (size_t i = 0; i < profile->value_types.size(); ++i) {
    if (profile->value_types[i].type != value) continue;
    const auto graph = profiles::MakeFlameGraph(*profile, i, SymbolName, title);
    if (graph.total() > 0) return graph.ToHtml();
  }
  return absl::UnavailableError(
      absl::StrCat("the profile holds no ", value,
                   ": profile for longer, or while the process works"));
}

}  // namespace backwire::admin
