// What the process knows about itself.
#ifndef BACKWIRE_SERVER_ADMIN_PROCESS_INFO_H_
#define BACKWIRE_SERVER_ADMIN_PROCESS_INFO_H_

#include <cstdint>
#include <string>

namespace backwire::admin {

// User and system time of all threads so far.
double CpuSeconds();

// Memory that is in RAM now; 0 if it cannot be read.
int64_t ResidentBytes();

// Since the process started; to 10 ms.
double UptimeSeconds();

// The section that ends a profile in gperftools' text form: a heading and the
// memory map, from which pprof learns which file an address belongs to.
std::string MappedLibraries();

// The program and its arguments, one a line.
std::string CommandLine();

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_PROCESS_INFO_H_
