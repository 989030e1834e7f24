// What the codec did in this process, for a log or a test.
#ifndef TRACKING_CODEC_REPORT_H_
#define TRACKING_CODEC_REPORT_H_

#include <ostream>

// Writes the active codec, a line for each message type that was encoded or
// decoded, and the count of the messages that were left to stock.
void PrintCodecReport(std::ostream& out);

#endif  // TRACKING_CODEC_REPORT_H_
