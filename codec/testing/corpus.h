// The files of the corpus: inputs that were once of interest, one a file. A
// file has lines "# ..." that say why it is there, one line "type: <name>", and
// the input as wire_text.h describes it.
#ifndef BACKWIRE_TESTING_CORPUS_H_
#define BACKWIRE_TESTING_CORPUS_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace backwire::testing {

struct CorpusCase {
  std::string type;
  std::string bytes;
};

// nullopt, with *error set, if the file cannot be read or is malformed.
std::optional<CorpusCase> ReadCorpusCase(const std::filesystem::path& path,
                                         std::string* error);

// The files of the folder in order of their names; none if it cannot be read.
std::vector<std::filesystem::path> ListCorpus(
    const std::filesystem::path& folder);

// The text of such a file, with `why` as its comment, which has no line break.
// The records are written out as far as the bytes are any.
std::string CorpusText(std::string_view why, const CorpusCase& input);

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_CORPUS_H_
