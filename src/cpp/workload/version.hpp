#pragma once

namespace allocpool {

/// Version of the workload, the same in every language. Raise it, in all of them, when a
/// packet is other work than before: when the packets that the generators make, the
/// digest of what was done to them, the sizes of the cases or the work for a packet
/// change. Figures of different versions never stand together. A faster implementation of
/// the same work keeps it.
inline constexpr int workload_version = 1;

}  // namespace allocpool
