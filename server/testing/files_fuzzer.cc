// The fuzz target `files`: the files that users write themselves
// (configuration, catalogue, profile) are read or refused with a text, whatever
// is in them.
//
//   input := which (1 byte) bytes of the file
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "backwire/testing/fuzz/target.h"
#include "backwire/testing/wire_text.h"
#include "profiles/profile_file.h"
#include "server/catalogue/catalogue_file.h"
#include "server/config/config_file.h"
#include "server/config/config_key.h"

namespace backwire::fuzz {
namespace {

// One file in memory, whose content is replaced for each input.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("fuzz", 0)) {
    Demand(descriptor_ >= 0, "no file in memory");
    path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  }
  const std::string& Fill(std::string_view bytes) {
    Demand(ftruncate(descriptor_, 0) == 0 &&
               pwrite(descriptor_, bytes.data(), bytes.size(), 0) ==
                   static_cast<ssize_t>(bytes.size()),
           "a file in memory cannot be written");
    return path_;
  }

 private:
  int descriptor_;
  std::string path_;
};

void Run(std::string_view input) {
  static auto* const file = new MemoryFile;
  static const auto* const keys =
      new std::vector<config::ConfigKey>(config::ServerConfigKeys());
  if (input.empty()) return;
  const auto which = static_cast<uint8_t>(input[0]) % 3;
  const std::string& path = file->Fill(input.substr(1));
  const auto demand_text = [](const absl::Status& status) {
    Demand(status.ok() || !status.message().empty(), "refused without a text");
  };
  if (which == 0) {
    demand_text(config::ReadConfigFile(path, *keys).status());
  } else if (which == 1) {
    demand_text(server::ReadCatalogueFile(path).status());
  } else {
    demand_text(profiles::ReadProfileFile(path).status());
  }
}

std::vector<std::string> Seeds(const std::filesystem::path&) {
  const std::string item =
      R"({"id": "a", "cursor": "c", "catalog_id": "1", "product_id": "2", )"
      R"("source_tag": "s"})";
  return {
      std::string(1, '\0') + "codec: \"generated\"\n# comment\n",
      "\x01" + item + "\n\n" + item + "\n",
      // A profile: a sample type, a sample, a location, a function, the texts.
      "\x02" +
          testing::Wire(
              "1:LEN { 1:VARINT v1 2:VARINT v2 } 2:LEN { 1:VARINT v1 2:VARINT "
              "v7 } 4:LEN { 1:VARINT v1 4:LEN { 1:VARINT v1 2:VARINT v1 } } "
              "5:LEN { 1:VARINT v1 2:VARINT v1 } 6:LEN {} 6:LEN {\"cpu\"} "
              "6:LEN {\"ns\"}"),
  };
}

}  // namespace

const FuzzTarget& TheTarget() {
  static constexpr FuzzTarget kTarget = {&Run, &Seeds};
  return kTarget;
}

}  // namespace backwire::fuzz
