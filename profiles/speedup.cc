#include "profiles/speedup.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace backwire::profiles {
namespace {

using Json = nlohmann::json;

// Google Benchmark writes counters that are no number as no JSON has them.
std::string ReadJsonText(std::istream& file) {
  std::stringstream text;
  text << file.rdbuf();
  return absl::StrReplaceAll(text.str(), {{": NaN", ": null"},
                                          {": -NaN", ": null"},
                                          {": Infinity", ": null"},
                                          {": -Infinity", ": null"}});
}

double SecondsOf(const std::string& unit) {
  if (unit == "ns") return 1e-9;
  if (unit == "us") return 1e-6;
  if (unit == "ms") return 1e-3;
  return unit == "s" ? 1 : 0;
}

// The CPU times of the repetitions of `name`, in seconds, sorted. Averages and
// the like, which Google Benchmark adds, are left out.
absl::StatusOr<std::vector<double>> TimesOf(const Json& file,
                                            const std::string& name) {
  std::vector<double> times;
  for (const Json& run : file.at("benchmarks")) {
    if (run.value("run_name", run.at("name").get<std::string>()) != name ||
        run.value("run_type", "iteration") != "iteration") {
      continue;
    }
    if (run.value("error_occurred", false)) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, " failed: ", run.value("error_message", "")));
    }
    const double seconds = run.at("cpu_time").get<double>() *
                           SecondsOf(run.value("time_unit", "ns"));
    if (!(seconds > 0)) {
      return absl::InvalidArgumentError(name + ": a time is not above 0");
    }
    times.push_back(seconds);
  }
  std::sort(times.begin(), times.end());
  return times;
}

double Median(const std::vector<double>& sorted) {
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle]
                                : (sorted[middle - 1] + sorted[middle]) / 2;
}

absl::Status Missing(const Json& file, const std::string& name,
                     const std::string& codec) {
  std::set<std::string> names;
  for (const Json& run : file.at("benchmarks")) {
    std::string one = run.value("run_name", run.at("name").get<std::string>());
    if (absl::EndsWith(one, "/" + codec)) names.insert(std::move(one));
  }
  return absl::NotFoundError(
      absl::StrCat("there is no benchmark ", name, "; of ", codec,
                   " there are: ", absl::StrJoin(names, ", ")));
}

absl::StatusOr<Speedup> Compare(const Json& file, const std::string& name,
                                const std::string& from,
                                const std::string& to) {
  const auto before = TimesOf(file, absl::StrCat(name, "/", from));
  if (!before.ok()) return before.status();
  const auto after = TimesOf(file, absl::StrCat(name, "/", to));
  if (!after.ok()) return after.status();
  for (const auto& [times, codec] :
       {std::pair(&*before, from), std::pair(&*after, to)}) {
    if (times->empty()) {
      return Missing(file, absl::StrCat(name, "/", codec), codec);
    }
  }
  return Speedup{
      Median(*before) / Median(*after), before->front() / after->back(),
      before->back() / after->front(),
      absl::StrFormat("%s: %s %.3f ms, %s %.3f ms, medians of CPU time", name,
                      from, 1e3 * Median(*before), to, 1e3 * Median(*after))};
}

}  // namespace

Speedup GivenSpeedup(double value) { return {value, value, value, "given"}; }

absl::StatusOr<Speedup> MeasuredSpeedup(const std::string& path,
                                        const std::string& name,
                                        const std::string& from,
                                        const std::string& to) {
  std::ifstream stream(path);
  if (!stream) return absl::NotFoundError(path + ": cannot open the file");
  try {
    const absl::StatusOr<Speedup> speedup =
        Compare(Json::parse(ReadJsonText(stream)), name, from, to);
    if (speedup.ok()) return speedup;
    return absl::Status(speedup.status().code(),
                        absl::StrCat(path, ": ", speedup.status().message()));
  } catch (const Json::exception& error) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ": no JSON file of Google Benchmark: ", error.what()));
  }
}

}  // namespace backwire::profiles
