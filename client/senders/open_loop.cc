#include "client/senders/open_loop.h"

#include <sys/prctl.h>

#include "client/senders/clock.h"

namespace backwire::client {
namespace {

// The plan's schedule behind its warm-up, at the schedule's first rate.
Schedule WithWarmup(const PacePlan& plan) {
  Schedule schedule = plan.schedule;
  if (plan.warmup > absl::ZeroDuration()) {
    const double rate = schedule.front().from_per_second;
    schedule.insert(schedule.begin(), RateSegment{rate, rate, plan.warmup});
  }
  return schedule;
}

class OpenLoop {
 public:
  OpenLoop(const PacePlan& plan, int64_t deadline_ns, int64_t start_ns,
           Session* session, Recorder* recorder)
      : plan_(plan),
        deadline_ns_(deadline_ns),
        start_ns_(start_ns),
        session_(session),
        recorder_(recorder),
        schedule_(WithWarmup(plan)),
        arrivals_(schedule_) {}

  void Run() {
    std::optional<Send> send = NextSend();
    while (send.has_value() && Carry(*send)) send = NextSend();
    // After a stop: what was due by now, and was not sent, does not vanish.
    const int64_t now_ns = NowNanos();
    for (; send.has_value() && send->intended_ns <= now_ns; send = NextSend()) {
      recorder_->CountSkipped(send->segment);
    }
    session_->WaitUntilIdle();
  }

 private:
  struct Send {
    int64_t intended_ns;
    int segment;
  };

  std::optional<Send> NextSend() {
    if (plan_.count != 0 && counted_ == plan_.count) return std::nullopt;
    const std::optional<Arrival> arrival = arrivals_.Next();
    if (!arrival.has_value()) return std::nullopt;
    const int warmup_segments = schedule_.size() - plan_.schedule.size();
    const int segment = arrival->segment < warmup_segments
                            ? kWarmupSegment
                            : arrival->segment - warmup_segments;
    if (segment != kWarmupSegment) ++counted_;
    return Send{start_ns_ + arrival->offset_ns, segment};
  }

  // Sends it at its time or as soon as there is room, or skips it. False, with
  // nothing done, when the run was stopped.
  bool Carry(const Send& send) {
    if (!session_->SleepUntil(send.intended_ns)) return false;
    const bool full = !session_->WaitForRoom(plan_.max_in_flight, 0);
    const int64_t until_ns = send.intended_ns + deadline_ns_;
    const bool room =
        !full || session_->WaitForRoom(plan_.max_in_flight, until_ns);
    if (session_->stopped()) return false;
    NoteBacklog(send, full);
    if (room) {
      session_->Launch(send.intended_ns, send.segment, backlog_);
    } else {
      recorder_->CountSkipped(send.segment);
    }
    return true;
  }

  // A send that had to wait makes those behind it late too, until one is on
  // time again.
  void NoteBacklog(const Send& send, bool full) {
    if (full) {
      backlog_ = true;
    } else if (NowNanos() - send.intended_ns <= kLateNs) {
      backlog_ = false;
    }
  }

  const PacePlan& plan_;
  const int64_t deadline_ns_;
  const int64_t start_ns_;
  Session* const session_;
  Recorder* const recorder_;
  const Schedule schedule_;
  Arrivals arrivals_;
  int64_t counted_ = 0;
  bool backlog_ = false;
};

}  // namespace

void RunOpenLoop(const PacePlan& plan, int64_t deadline_ns, int64_t start_ns,
                 Session* session, Recorder* recorder) {
  // The default slack of 50 us would make every send a little late.
  prctl(PR_SET_TIMERSLACK, 1000, 0, 0, 0);
  OpenLoop(plan, deadline_ns, start_ns, session, recorder).Run();
}

}  // namespace backwire::client
