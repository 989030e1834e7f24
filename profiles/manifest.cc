#include "profiles/manifest.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"

namespace backwire::profiles {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int kFormat = 1;
constexpr double kNanosPerMilli = 1e6;
constexpr int kMaxInt = std::numeric_limits<int>::max();
constexpr int64_t kMaxCount = int64_t{1} << 50;  // a double holds it exactly

// Takes fields out of one JSON file and keeps the first error.
class JsonFile {
 public:
  explicit JsonFile(std::string path) : path_(std::move(path)) {
    std::ifstream file(path_);
    if (!file) {
      status_ = absl::NotFoundError(absl::StrCat(path_, ": cannot be opened"));
      return;
    }
    json_ = Json::parse(file, nullptr, /*allow_exceptions=*/false);
    if (json_.is_discarded()) Fail("is not valid JSON");
  }

  const absl::Status& status() const { return status_; }
  void Fail(absl::string_view text) {
    if (status_.ok()) {
      status_ = absl::InvalidArgumentError(absl::StrCat(path_, ": ", text));
    }
  }

  bool Has(const std::string& pointer) const {
    return json_.contains(Json::json_pointer(pointer));
  }

  size_t Count(const char* pointer) const {
    const Json::json_pointer at(pointer);
    return json_.contains(at) && json_[at].is_array() ? json_[at].size() : 0;
  }

  // The value at the JSON pointer ("/load/candidates").
  std::string Text(const std::string& pointer) {
    const Json* value = Find(pointer);
    if (value != nullptr && value->is_string()) return *value;
    Fail(absl::StrCat("expected a text at ", pointer));
    return "";
  }

  double Number(const std::string& pointer) {
    const Json* value = Find(pointer);
    if (value != nullptr && value->is_number() && value->get<double>() >= 0) {
      return *value;
    }
    Fail(absl::StrCat("expected a number of 0 or more at ", pointer));
    return 0;
  }

  // A whole number of 0 to `max`.
  int64_t Whole(const std::string& pointer, int64_t max = kMaxCount) {
    const double value = Number(pointer);
    if (value <= static_cast<double>(max) && value == std::floor(value)) {
      return static_cast<int64_t>(value);
    }
    Fail(
        absl::StrCat("expected a whole number of 0 to ", max, " at ", pointer));
    return 0;
  }

 private:
  const Json* Find(const std::string& pointer) const {
    const Json::json_pointer at(pointer);
    return json_.contains(at) ? &json_[at] : nullptr;
  }

  const std::string path_;
  Json json_;
  absl::Status status_;
};

absl::Status CheckCalls(const ClientResult& client, const std::string& path) {
  if (client.failed > 0) {
    return absl::FailedPreconditionError(absl::StrCat(
        path, ": ", client.failed, " calls failed; such a run is no result"));
  }
  if (client.responses == 0 || client.seconds <= 0) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": no call was measured"));
  }
  return absl::OkStatus();
}

absl::StatusOr<ClientResult> ReadClientResult(const std::string& path) {
  JsonFile file(path);
  ClientResult result;
  if (!file.status().ok()) return file.status();
  result.responses = file.Whole("/calls/ok");
  result.failed = file.Whole("/calls/failed");
  result.seconds = file.Number("/window/seconds");
  result.p50_ms = file.Number("/latency_ns/percentiles/p50") / kNanosPerMilli;
  result.p99_ms = file.Number("/latency_ns/percentiles/p99") / kNanosPerMilli;
  result.client_cpu_seconds = file.Number("/window/user_cpu_seconds") +
                              file.Number("/window/system_cpu_seconds");
  if (!file.status().ok()) return file.status();
  if (file.Count("/void_reasons") > 0) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": the client was what limited the run (",
                     file.Text("/void_reasons/0"), "); it is void"));
  }
  absl::Status calls = CheckCalls(result, path);
  if (!calls.ok()) return calls;
  return result;
}

absl::Status ReadRuns(const std::string& directory, JsonFile& file,
                      Manifest& manifest) {
  const size_t count = file.Count("/runs");
  if (count == 0) file.Fail("expected a list of runs at /runs");
  for (size_t i = 0; i < count; ++i) {
    const std::string at = absl::StrCat("/runs/", i);
    MeasuredRun run;
    run.cpu_profile = directory + "/" + file.Text(at + "/cpu_profile");
    run.server_cpu_seconds = file.Number(at + "/server_cpu_seconds");
    if (run.server_cpu_seconds == 0) {
      file.Fail(
          absl::StrCat("expected more than 0 at ", at, "/server_cpu_seconds"));
    }
    if (file.Has(at + "/timers")) {
      run.timers = {file.Number(at + "/timers/encode_seconds"),
                    file.Number(at + "/timers/decode_seconds")};
    }
    const std::string client = directory + "/" + file.Text(at + "/client");
    if (!file.status().ok()) break;
    const absl::StatusOr<ClientResult> result = ReadClientResult(client);
    if (!result.ok()) return result.status();
    run.client = *result;
    manifest.runs.push_back(std::move(run));
  }
  return file.status();
}

absl::Status ReadAllocations(const std::string& directory, JsonFile& file,
                             Manifest& manifest) {
  if (!file.Has("/allocations")) return absl::OkStatus();
  MeasuredAllocations allocations;
  allocations.profile = directory + "/" + file.Text("/allocations/profile");
  allocations.sampled_every = file.Whole("/allocations/sampled_every");
  if (allocations.sampled_every < 1) {
    file.Fail("expected 1 or more at /allocations/sampled_every");
  }
  const std::string client = directory + "/" + file.Text("/allocations/client");
  if (!file.status().ok()) return file.status();
  const absl::StatusOr<ClientResult> result = ReadClientResult(client);
  if (!result.ok()) return result.status();
  allocations.responses = result->responses;
  manifest.allocations = std::move(allocations);
  return absl::OkStatus();
}

void ReadPerf(JsonFile& file, Manifest& manifest) {
  if (!file.Has("/perf")) return;
  const PerfSamples perf{file.Whole("/perf/samples"),
                         file.Whole("/perf/encode"),
                         file.Whole("/perf/decode")};
  if (perf.samples == 0 || perf.encode > perf.samples ||
      perf.decode > perf.samples) {
    file.Fail("expected samples at /perf/samples, and no more at the others");
  }
  manifest.perf = perf;
}

}  // namespace

absl::StatusOr<Manifest> ReadManifest(const std::string& directory) {
  JsonFile file(directory + "/manifest.json");
  if (!file.status().ok()) return file.status();
  if (file.Number("/format") != kFormat) {
    file.Fail(absl::StrCat("expected format ", kFormat));
  }
  Manifest manifest;
  manifest.codec = file.Text("/codec");
  if (file.Has("/load/workload"))
    manifest.workload = file.Text("/load/workload");
  ReadPerf(file, manifest);
  manifest.candidates = file.Whole("/load/candidates", kMaxInt);
  manifest.concurrency = file.Whole("/load/concurrency", kMaxInt);
  manifest.machine = file.Text("/machine");
  manifest.commit = file.Text("/commit");
  manifest.versions = file.Text("/versions");
  absl::Status status = ReadRuns(directory, file, manifest);
  if (status.ok()) status = ReadAllocations(directory, file, manifest);
  if (!status.ok()) return status;
  return manifest;
}

absl::StatusOr<std::vector<Manifest>> ReadManifests(
    const std::string& directory) {
  std::vector<std::string> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    if (fs::exists(entry.path() / "manifest.json")) {
      folders.push_back(entry.path().string());
    }
  }
  if (error || folders.empty()) {
    return absl::NotFoundError(absl::StrCat(
        directory,
        ": no folder in it has a manifest.json; scripts/profile.sh "
        "makes such a directory"));
  }
  std::sort(folders.begin(), folders.end());
  std::vector<Manifest> manifests;
  for (const std::string& folder : folders) {
    absl::StatusOr<Manifest> manifest = ReadManifest(folder);
    if (!manifest.ok()) return manifest.status();
    manifests.push_back(*std::move(manifest));
  }
  return manifests;
}

}  // namespace backwire::profiles
