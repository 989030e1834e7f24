// The forms in which a profile leaves the process: as gperftools wrote it, with
// the names of its functions for scrapers, and as a page for people.
#ifndef BACKWIRE_SERVER_ADMIN_PROFILE_FORMS_H_
#define BACKWIRE_SERVER_ADMIN_PROFILE_FORMS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "backwire/admin/capture_gate.h"

namespace backwire::admin {

// Makes a gzip-compressed profile.proto, as Parca and Pyroscope read it. Names
// are those of this process, which must be the one that was profiled.
//
// INTERNAL: the profile is in no form of gperftools'.
absl::StatusOr<std::string> ToPprofForm(const Captured& captured);

// Makes a flame graph of the value of that name ("samples", "alloc_objects",
// "inuse_space", …) as an HTML page.
//
// INTERNAL: as above. UNAVAILABLE: the profile holds nothing of that value.
absl::StatusOr<std::string> ToFlamePage(const Captured& captured,
                                        absl::string_view value,
                                        const std::string& title);

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_PROFILE_FORMS_H_
