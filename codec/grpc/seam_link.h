// Makes the linker take the seam. Its functions have the names of templates
// that other objects may hold weak copies of; a linker that has met such a copy
// looks for nothing more, and would leave the seam in its archive.
#ifndef BACKWIRE_GRPC_SEAM_LINK_H_
#define BACKWIRE_GRPC_SEAM_LINK_H_

namespace backwire::grpc_glue {

// Does nothing. What calls it is linked with the seam's strong definitions,
// which win over all weak copies.
void LinkSeam();

}  // namespace backwire::grpc_glue

#endif  // BACKWIRE_GRPC_SEAM_LINK_H_
