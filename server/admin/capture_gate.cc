#include "backwire/admin/capture_gate.h"

#include "absl/strings/str_cat.h"

namespace backwire::admin {

absl::StatusOr<Captured> CaptureGate::Run(const CaptureKind& kind,
                                          std::chrono::milliseconds duration) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (ended_) return absl::UnavailableError("the process is shutting down");
  if (running_ != nullptr) return Join(lock, kind);

  const auto mine = std::make_shared<Capture>();
  mine->kind = kind.name;
  mine->parameters = kind.parameters;
  running_ = mine;
  lock.unlock();
  absl::StatusOr<Captured> result = Take(kind, duration, mine->started);
  lock.lock();
  mine->result = result;
  mine->done = true;
  running_ = nullptr;
  changed_.notify_all();
  return result;
}

// REQUIRES: `lock` is held and a capture runs.
absl::StatusOr<Captured> CaptureGate::Join(std::unique_lock<std::mutex>& lock,
                                           const CaptureKind& kind) {
  const std::shared_ptr<Capture> theirs = running_;
  if (theirs->kind != kind.name) {
    return absl::AbortedError(
        absl::StrCat("a capture of kind \"", theirs->kind,
                     "\" is running and would be disturbed by \"", kind.name,
                     "\": ask again when it has ended"));
  }
  if (theirs->parameters != kind.parameters) {
    return absl::AbortedError(
        absl::StrCat("a capture of kind \"", kind.name, "\" is running with ",
                     theirs->parameters, ", not ", kind.parameters,
                     ": ask again when it has ended"));
  }
  if (theirs->callers >= kMaxCallers) {
    return absl::ResourceExhaustedError(
        absl::StrCat(kMaxCallers, " callers wait for this capture already"));
  }
  ++theirs->callers;
  changed_.wait(lock, [&] { return theirs->done; });
  absl::StatusOr<Captured> result = theirs->result;
  if (result.ok()) result->shared = true;
  return result;
}

absl::StatusOr<Captured> CaptureGate::Take(const CaptureKind& kind,
                                           std::chrono::milliseconds duration,
                                           bool& started) {
  absl::Status status = kind.start();
  if (!status.ok()) return status;
  Captured captured;
  captured.began = std::chrono::system_clock::now();
  const auto start = std::chrono::steady_clock::now();
  {
    std::unique_lock<std::mutex> lock(mutex_);
    started = true;
    changed_.wait_for(lock, duration, [this] { return ended_; });
  }
  captured.lasted = std::chrono::steady_clock::now() - start;
  absl::StatusOr<std::string> body = kind.stop();
  if (!body.ok()) return body.status();
  captured.body = *std::move(body);
  return captured;
}

std::string CaptureGate::running() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return running_ != nullptr && running_->started ? running_->kind : "";
}

void CaptureGate::EndAll() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

}  // namespace backwire::admin
