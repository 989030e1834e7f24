#include "server/testing/temp_dir.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace backwire::server::testing {

TempDir::TempDir() {
  path_ = (std::filesystem::temp_directory_path() / "backwire-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr) abort();
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TempDir::Path(const std::string& name) const {
  return path_ + "/" + name;
}

std::string TempDir::Write(const std::string& name,
                           const std::string& contents) const {
  std::ofstream(Path(name), std::ios::binary) << contents;
  return Path(name);
}

}  // namespace backwire::server::testing
