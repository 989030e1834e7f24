#include "profiles/core_table.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "profiles/analysis.h"
#include "profiles/csv.h"
#include "profiles/difference.h"

namespace backwire::profiles {
namespace {

using Json = nlohmann::json;

const std::vector<std::string>& KnownColumns() {
  static const auto* const columns = new std::vector<std::string>{
      "workload", "cores", "encode_share", "decode_share", "profile"};
  return *columns;
}

absl::Status CheckColumns(const CsvTable& table) {
  for (const std::string& column : table.columns) {
    const auto& known = KnownColumns();
    if (std::find(known.begin(), known.end(), column) != known.end()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(table.path, ": unknown column \"", column,
                     "\"; there are ", absl::StrJoin(known, ", ")));
  }
  for (const char* column : {"workload", "cores"}) {
    if (table.ColumnIndex(column) >= 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(table.path, ": the column \"", column, "\" is missing"));
  }
  return absl::OkStatus();
}

class RowReader {
 public:
  RowReader(const CsvTable& table, const CsvRow& row, int64_t min_samples)
      : table_(table), row_(row), min_samples_(min_samples) {}

  absl::StatusOr<Workload> Read(const CodecShares& fallback) {
    absl::Status status = ReadNameAndCores();
    if (status.ok())
      status = ReadShare("encode_share", workload_.shares.encode);
    if (status.ok())
      status = ReadShare("decode_share", workload_.shares.decode);
    if (status.ok()) status = ReadProfile();
    if (status.ok()) status = FillIn(fallback);
    if (!status.ok()) return status;
    return std::move(workload_);
  }

 private:
  absl::Status ReadNameAndCores() {
    workload_.name = std::string(table_.Field(row_, "workload"));
    if (workload_.name.empty()) {
      return table_.Error(row_, "workload", "the name is missing");
    }
    const absl::string_view cores = table_.Field(row_, "cores");
    if (absl::SimpleAtod(cores, &workload_.cores) &&
        std::isfinite(workload_.cores) && workload_.cores >= 0) {
      return absl::OkStatus();
    }
    return table_.Error(
        row_, "cores",
        absl::StrCat("\"", cores, "\" is no number of cores (0 or more)"));
  }

  absl::Status ReadShare(const char* column, std::optional<Share>& to) const {
    const absl::string_view text = table_.Field(row_, column);
    if (text.empty()) return absl::OkStatus();
    const absl::StatusOr<double> share = ParseShare(text);
    if (!share.ok())
      return table_.Error(row_, column, share.status().message());
    to = Share{*share, *share, *share};
    return absl::OkStatus();
  }

  absl::Status ReadProfile() {
    const std::string path(table_.Field(row_, "profile"));
    CodecShares& shares = workload_.shares;
    if (path.empty()) return absl::OkStatus();
    if (shares.encode.has_value() || shares.decode.has_value()) {
      return table_.Error(row_, "profile",
                          "give either shares or a profile, not both");
    }
    const auto folder = std::filesystem::path(table_.path).parent_path();
    const auto paths = ProfilesAt(folder / path);
    if (!paths.ok()) return ProfileError(paths.status());
    const auto analysis = AnalyzeCpu(*paths, min_samples_);
    if (!analysis.ok()) return ProfileError(analysis.status());
    shares.encode = analysis->cpu.Of(Cumulative::kEncode);
    shares.decode = analysis->cpu.Of(Cumulative::kDecode);
    return absl::OkStatus();
  }

  absl::Status ProfileError(const absl::Status& status) const {
    return absl::Status(
        status.code(),
        table_.Error(row_, "profile", status.message()).message());
  }

  absl::Status FillIn(const CodecShares& fallback) {
    CodecShares& shares = workload_.shares;
    if (!shares.encode.has_value()) shares.encode = fallback.encode;
    if (!shares.decode.has_value()) shares.decode = fallback.decode;
    if (!shares.encode.has_value() && !shares.decode.has_value()) {
      return table_.Error(row_, "encode_share",
                          "the row has no share and no profile");
    }
    constexpr double kRounding = 1e-9;
    const Share none;
    if (shares.encode.value_or(none).value +
            shares.decode.value_or(none).value >
        1 + kRounding) {
      return table_.Error(row_, "decode_share",
                          "encode and decode together are more than 100 %");
    }
    return absl::OkStatus();
  }

  const CsvTable& table_;
  const CsvRow& row_;
  const int64_t min_samples_;
  Workload workload_;
};

Share ShareFrom(const Json& json) {
  return {json.at("share").get<double>(), json.at("low").get<double>(),
          json.at("high").get<double>()};
}

bool IsShare(const Share& share) {
  return 0 <= share.low && share.low <= share.value &&
         share.value <= share.high && share.high <= 1;
}

}  // namespace

absl::StatusOr<double> ParseShare(absl::string_view text) {
  absl::string_view number = text;
  const bool percent = absl::ConsumeSuffix(&number, "%");
  double value = 0;
  if (!absl::SimpleAtod(absl::StripAsciiWhitespace(number), &value)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", text, "\" is no share: write it as 36.09% or 0.3609"));
  }
  if (percent) value /= 100;
  // Not "value < 0 || value > 1", which not-a-number would pass.
  if (value >= 0 && value <= 1) return value;
  return absl::InvalidArgumentError(
      absl::StrCat("\"", text, "\" is not within 0 to 1",
                   percent ? " (0 % to 100 %)"
                           : "; a percentage needs its sign, as 36.09%"));
}

absl::StatusOr<std::vector<Workload>> ReadCoreTable(const std::string& path,
                                                    const CodecShares& fallback,
                                                    int64_t min_samples) {
  const absl::StatusOr<CsvTable> table = ReadCsv(path);
  if (!table.ok()) return table.status();
  absl::Status status = CheckColumns(*table);
  if (!status.ok()) return status;
  std::vector<Workload> workloads;
  std::set<std::string> names;
  for (const CsvRow& row : table->rows) {
    absl::StatusOr<Workload> workload =
        RowReader(*table, row, min_samples).Read(fallback);
    if (!workload.ok()) return workload.status();
    if (!names.insert(workload->name).second) {
      return table->Error(
          row, "workload",
          absl::StrCat("\"", workload->name, "\" has a row already"));
    }
    workloads.push_back(*std::move(workload));
  }
  return workloads;
}

absl::StatusOr<CodecShares> ReadSharesJson(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(path + ": cannot open the file");
  const auto broken = [&path](absl::string_view why) {
    return absl::InvalidArgumentError(
        absl::StrCat(path,
                     ": not what \"backwire-profile shares --cpu FILE "
                     "--json\" prints: ",
                     why));
  };
  try {
    const Json cumulative = Json::parse(file).at("cpu").at("cumulative");
    const Share encode = ShareFrom(cumulative.at("encode"));
    const Share decode = ShareFrom(cumulative.at("decode"));
    if (!IsShare(encode) || !IsShare(decode)) {
      return broken("a share is not within 0 to 1");
    }
    return CodecShares{encode, decode};
  } catch (const Json::exception& error) {
    return broken(error.what());
  }
}

}  // namespace backwire::profiles
