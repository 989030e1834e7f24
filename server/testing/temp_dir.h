// A folder of its own for a test, removed with everything in it at the end.
#ifndef BACKWIRE_SERVER_TESTING_TEMP_DIR_H_
#define BACKWIRE_SERVER_TESTING_TEMP_DIR_H_

#include <string>

namespace backwire::server::testing {

class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  // The path of `name` in the folder.
  std::string Path(const std::string& name) const;

  // Writes a file and returns its path.
  std::string Write(const std::string& name, const std::string& contents) const;

 private:
  std::string path_;
};

}  // namespace backwire::server::testing

#endif  // BACKWIRE_SERVER_TESTING_TEMP_DIR_H_
