#pragma once

#include "clock_queue.hpp"
#include "clock_queue_layout.hpp"
#include "queues/owned_queue.hpp"

namespace allocpool {

struct DualArrayParts {
    using Layout = ClockQueueLayout;
    using Memory = ClockQueueMemory;
    using Producer = ClockProducer;
    using Consumer = ClockConsumer;
};

/// The clock queue, as one of the family. It holds up to twice its capacity: one array
/// being filled and one being read.
using DualArray = OwnedQueue<DualArrayParts>;

}  // namespace allocpool
