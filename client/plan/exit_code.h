// The exit codes of the client: part of its interface.
#ifndef BACKWIRE_CLIENT_PLAN_EXIT_CODE_H_
#define BACKWIRE_CLIENT_PLAN_EXIT_CODE_H_

namespace backwire::client {

inline constexpr int kExitOk = 0;
// Calls failed, responses were wrong, sends were skipped, or the run was given
// up; for a probe: the server does not serve.
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;         // flags, files or their contents
inline constexpr int kExitNotConnected = 3;  // nothing was measured
inline constexpr int kExitOutput = 4;        // a result file was not written
inline constexpr int kExitInterrupted = 5;   // the summary is of a part
inline constexpr int kExitCodec = 6;         // the codec could not be started

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_PLAN_EXIT_CODE_H_
