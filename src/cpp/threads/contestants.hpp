#pragma once

/// The parts of each contestant.

#include <mutex>

#include "allocating.hpp"
#include "counts.hpp"
#include "fill_rings.hpp"
#include "free_list.hpp"
#include "lock_free_pool.hpp"
#include "locked_pool.hpp"
#include "mempool.hpp"
#include "one_thread.hpp"
#include "options.hpp"
#include "pipeline.hpp"
#include "spin_lock.hpp"
#include "supplies.hpp"

namespace allocpool::threads {

template <class Generator, class Supply, class Body>
void with_one_thread(const Options& options, Body&& body) {
    OneThread<Generator, Supply> analyser{options.sizes()};
    body(analyser);
}

template <class Generator, class Supply, class PerThread = Apart, class Body>
void with_pipeline(const Options& options, Body&& body) {
    Pipeline<Generator, Supply, PerThread> analyser{options.sizes(), options.shape};
    body(analyser);
}

/// Makes the contestant that the options name, and calls `body` with it.
template <class Generator, class Body>
void with_contestant(const Options& options, Body&& body) {
    switch (options.contestant) {
        case Contestant::one_thread:
            return with_one_thread<Generator, Shared<FreeList>>(options, body);
        case Contestant::one_thread_malloc:
            return with_one_thread<Generator, Allocating>(options, body);
        case Contestant::two_threads_shared_mutex:
            return with_pipeline<Generator, Shared<LockedPool<std::mutex>>>(options,
                                                                            body);
        case Contestant::two_threads_shared_spin:
            return with_pipeline<Generator, Shared<LockedPool<SpinLock>>>(options, body);
        case Contestant::two_threads_shared_lockfree:
        case Contestant::n_processors_shared:
            return with_pipeline<Generator, Shared<LockFreePool>>(options, body);
        case Contestant::two_threads_mempool:
            return with_pipeline<Generator, Mempool>(options, body);
        case Contestant::two_threads_fill_ring:
            return with_pipeline<Generator, FillRings>(options, body);
        case Contestant::two_threads_malloc:
            return with_pipeline<Generator, Allocating>(options, body);
        case Contestant::two_threads_handback:
        case Contestant::n_processors_handback:
        case Contestant::false_sharing_removed:
            return with_pipeline<Generator, HandBack>(options, body);
        case Contestant::false_sharing:
            return with_pipeline<Generator, HandBack, SideBySide>(options, body);
    }
}

}  // namespace allocpool::threads
