#include "backwire/admin/endpoints.h"

#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "backwire/admin/allocation_sampler.h"
#include "backwire/admin/cpu_profile.h"
#include "backwire/admin/heap_profile.h"
#include "backwire/admin/metrics.h"
#include "backwire/admin/process_info.h"
#include "backwire/admin/profile_forms.h"
#include "backwire/admin/status_page.h"
#include "backwire/admin/symbol.h"
#include "backwire/registry/active_codec.h"
#include "prometheus/registry.h"

namespace backwire::admin {
namespace {

using httplib::Request;
using httplib::Response;

constexpr char kText[] = "text/plain; charset=utf-8";
constexpr char kHtml[] = "text/html; charset=utf-8";
constexpr char kBinary[] = "application/octet-stream";
constexpr int kDefaultProfileSeconds = 30;
constexpr char kHealthPath[] = "/healthz";

struct Context {
  const AdminOptions* options;
  CaptureGate* gate;
  std::vector<Link> links;
};

int HttpCode(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
      return 400;
    case absl::StatusCode::kUnauthenticated:
      return 401;
    case absl::StatusCode::kAborted:
      return 409;
    case absl::StatusCode::kResourceExhausted:
      return 429;
    case absl::StatusCode::kUnimplemented:
      return 501;
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kUnavailable:
      return 503;
    default:
      return 500;
  }
}

void SendError(const absl::Status& status, Response& response) {
  response.status = HttpCode(status);
  response.set_content(absl::StrCat(status.message(), "\n"), kText);
}

void Send(const absl::StatusOr<std::string>& body, const char* type,
          Response& response) {
  if (!body.ok()) return SendError(body.status(), response);
  response.set_content(*body, type);
}

// The whole number of the parameter `name`, or `fallback` if it is not given.
absl::StatusOr<int64_t> Parameter(const Request& request, const char* name,
                                  int64_t fallback, int64_t max) {
  if (!request.has_param(name)) return fallback;
  const std::string text = request.get_param_value(name);
  int64_t value = 0;
  if (!absl::SimpleAtoi(text, &value) || value < 1 || value > max) {
    return absl::InvalidArgumentError(absl::StrCat(
        name, "=", text, ": expected a whole number of 1 to ", max));
  }
  return value;
}

// What a profile becomes before it is sent, and its type then.
struct Form {
  const char* content_type;
  std::function<absl::StatusOr<std::string>(const Captured&)> convert;
};

Form AsItIs(const char* content_type) {
  return {content_type, [](const Captured& captured) { return captured.body; }};
}

Form AsPprof() { return {kBinary, ToPprofForm}; }

Form AsFlamePage(std::string value, std::string title) {
  return {kHtml, [value = std::move(value),
                  title = std::move(title)](const Captured& captured) {
            return ToFlamePage(captured, value, title);
          }};
}

// Runs a capture for the seconds that the request names, cut to the limit.
void Capture(const Context& context, const CaptureKind& kind, const Form& form,
             const Request& request, Response& response) {
  constexpr int64_t kMaxAsked = 1000000000;
  const absl::StatusOr<int64_t> asked =
      Parameter(request, "seconds", kDefaultProfileSeconds, kMaxAsked);
  if (!asked.ok()) return SendError(asked.status(), response);
  const std::chrono::seconds duration(
      std::min<int64_t>(*asked, context.options->max_profile_seconds));
  const absl::StatusOr<Captured> captured = context.gate->Run(kind, duration);
  if (!captured.ok()) return SendError(captured.status(), response);
  response.set_header("X-Backwire-Shared", captured->shared ? "1" : "0");
  Send(form.convert(*captured), form.content_type, response);
}

void Status(const Context& context, const Request&, Response& response) {
  StatusContent content{context.options->title, ActiveCodec(),
                        SnapshotCounters(),
                        ProcessRows(context.gate->running()), context.links};
  if (context.options->status_rows) {
    const std::vector<StatusRow> own = context.options->status_rows();
    content.rows.insert(content.rows.begin(), own.begin(), own.end());
  }
  response.set_content(RenderStatusPage(content), kHtml);
}

void Health(const Context& context, const Request&, Response& response) {
  const bool healthy = !context.options->healthy || context.options->healthy();
  response.status = healthy ? 200 : 503;
  response.set_content(healthy ? "ok\n" : "not serving\n", kText);
}

void Metrics(const Context& context, const Request&, Response& response) {
  response.set_content(
      MetricsText(context.options->registry.get(), context.gate->running()),
      "text/plain; version=0.0.4; charset=utf-8");
}

void CaptureCpu(const Context& context, const Form& form,
                const Request& request, Response& response) {
  const int usual = CpuProfileHertz();
  const absl::StatusOr<int64_t> hertz = Parameter(
      request, "frequency", usual, std::max(usual, kMaxCpuProfileHertz));
  if (!hertz.ok()) return SendError(hertz.status(), response);
  Capture(context, CpuProfileKind(static_cast<int>(*hertz)), form, request,
          response);
}

void CaptureAllocations(const Context& context, const Form& form,
                        const Request& request, Response& response) {
  const absl::StatusOr<int64_t> every =
      Parameter(request, "every", kDefaultSampledEvery, kMaxSampledEvery);
  if (!every.ok()) return SendError(every.status(), response);
  response.set_header("X-Backwire-Sampled-Every", absl::StrCat(*every));
  Capture(context, AllocationKind(*every), form, request, response);
}

void SendHeap(const Form& form, Response& response) {
  absl::StatusOr<std::string> text = HeapProfile();
  if (!text.ok()) return SendError(text.status(), response);
  const Captured captured{
      *std::move(text), false, std::chrono::system_clock::now(), {}};
  Send(form.convert(captured), form.content_type, response);
}

void Cpu(const Context& context, const Request& request, Response& response) {
  CaptureCpu(context, AsItIs(kBinary), request, response);
}

void Allocations(const Context& context, const Request& request,
                 Response& response) {
  CaptureAllocations(context, AsItIs(kText), request, response);
}

void Heap(const Context&, const Request&, Response& response) {
  SendHeap(AsItIs(kText), response);
}

void PprofCpu(const Context& context, const Request& request,
              Response& response) {
  CaptureCpu(context, AsPprof(), request, response);
}

void PprofAllocations(const Context& context, const Request& request,
                      Response& response) {
  CaptureAllocations(context, AsPprof(), request, response);
}

void PprofHeap(const Context&, const Request&, Response& response) {
  SendHeap(AsPprof(), response);
}

void Flame(const Context& context, const Request& request, Response& response) {
  const std::string kind =
      request.has_param("kind") ? request.get_param_value("kind") : "cpu";
  const std::string title = context.options->title + ": " + kind;
  if (kind == "cpu") {
    return CaptureCpu(context, AsFlamePage("samples", title), request,
                      response);
  }
  if (kind == "objects") {
    return CaptureAllocations(context, AsFlamePage("alloc_objects", title),
                              request, response);
  }
  if (kind == "bytes") {
    return CaptureAllocations(context, AsFlamePage("alloc_space", title),
                              request, response);
  }
  if (kind == "heap") {
    return SendHeap(AsFlamePage("inuse_space", title), response);
  }
  SendError(absl::InvalidArgumentError(absl::StrCat(
                "kind=", kind, ": expected cpu, objects, bytes or heap")),
            response);
}

void Growth(const Context&, const Request&, Response& response) {
  Send(GrowthProfile(), kText, response);
}

void SymbolCount(const Context&, const Request&, Response& response) {
  // pprof only wants to know whether it is more than none.
  response.set_content("num_symbols: 1\n", kText);
}

void Cmdline(const Context&, const Request&, Response& response) {
  response.set_content(CommandLine(), kText);
}

struct Endpoint {
  const char* path;
  const char* description;
  void (*handle)(const Context&, const Request&, Response&);
};

constexpr Endpoint kEndpoints[] = {
    {"/", "this page", Status},
    {kHealthPath, "200 while the service serves, else 503", Health},
    {"/metrics", "Prometheus text", Metrics},
    {"/pprof/profile", "CPU profile of ?seconds=30", Cpu},
    {"/pprof/allocs",
     "all allocations during ?seconds=30, one in ?every=1000 looked at",
     Allocations},
    {"/pprof/heap", "live objects", Heap},
    {"/pprof/growth", "what made the heap grow", Growth},
    {"/flame",
     "flame graph to look at here: ?kind=cpu, objects, bytes (both of all "
     "allocations) or heap (live bytes), over ?seconds=30",
     Flame},
    {"/debug/pprof/profile", "CPU profile with names, for Parca and Pyroscope",
     PprofCpu},
    {"/debug/pprof/allocs", "the same of allocations", PprofAllocations},
    {"/debug/pprof/heap", "the same of live objects", PprofHeap},
    {"/pprof/symbol", "names of addresses, for pprof (POST 0x1+0x2)",
     SymbolCount},
    {"/pprof/cmdline", "the command line", Cmdline},
};

// Takes a time that does not tell how much of the token was right.
bool SameSecret(const std::string& given, const std::string& wanted) {
  unsigned difference = given.size() != wanted.size();
  for (size_t i = 0; i < given.size(); ++i) {
    difference |= given[i] ^ wanted[i % wanted.size()];
  }
  return difference == 0;
}

bool IsAuthorized(const std::string& token, const Request& request) {
  if (token.empty() || request.path == kHealthPath) return true;
  return SameSecret(request.get_header_value("Authorization"),
                    absl::StrCat("Bearer ", token)) ||
         SameSecret(request.get_param_value("token"), token);
}

// With a content reader: a form-encoded body is else limited to 8 KiB, which is
// too little for the addresses of a profile.
void SymbolNames(const Request&, Response& response,
                 const httplib::ContentReader& read) {
  std::string addresses;
  read([&addresses](const char* data, size_t size) {
    addresses.append(data, size);
    return true;
  });
  response.set_content(Symbolize(addresses), kText);
}

}  // namespace

void RegisterEndpoints(const AdminOptions& options, CaptureGate& gate,
                       httplib::Server& server) {
  Context context{&options, &gate, {}};
  for (const Endpoint& endpoint : kEndpoints) {
    context.links.push_back({endpoint.path, endpoint.description});
  }
  for (const Endpoint& endpoint : kEndpoints) {
    server.Get(endpoint.path, [context, handle = endpoint.handle](
                                  const Request& request, Response& response) {
      handle(context, request, response);
    });
  }
  server.Post("/pprof/symbol", SymbolNames);
  server.set_pre_routing_handler(
      [&options](const Request& request, Response& response) {
        if (IsAuthorized(options.token, request)) {
          return httplib::Server::HandlerResponse::Unhandled;
        }
        SendError(absl::UnauthenticatedError(
                      "a token is needed: \"Authorization: Bearer <token>\" or "
                      "?token=<token>"),
                  response);
        return httplib::Server::HandlerResponse::Handled;
      });
}

}  // namespace backwire::admin
