#ifndef ALLOCPOOL_QUEUES_C_API_H
#define ALLOCPOOL_QUEUES_C_API_H

/// The clock queues for other languages: plain C functions in the library `queues`, and
/// all but `drain` as native methods of the Java class `allocpool.queues.NativeQueues`
/// (queues_jni.cpp: start0, stop0, longestStallNanos0, bytes0, offset0, take0, echo0),
/// which throw exceptions where these here return errors. Both share handles.
///
/// A caller provides a block of memory and gets a running queue: a native thread that
/// writes each tick's number into the block when the tick is due. There are two ways to
/// read it, and exactly one thread may read, in one of them:
///
/// - directly in memory, as described below, without a call;
/// - by `allocpool_queue_take` or `allocpool_queue_drain`.
///
/// The block
///
/// It is aligned to 8 bytes. Words are in the machine's own byte order. Starting a queue
/// sets the shared words to 0 before its thread runs; a reader begins as described here,
/// whatever was in the block. (R) is a store with release, (A) a load with acquire; words
/// without either are plain. "Offset 2" is `allocpool_queue_offset(kind, 2, capacity)`.
///
/// Rings: kinds aligned-ring, cached-ring and batch-ring
///
///     offset 0  head, 32 bits: how many numbers were taken, modulo 2^32.
///               The reader stores it (R), the producer loads it (A).
///     offset 1  tail, 32 bits: how many numbers were written, modulo 2^32.
///               The producer stores it (R), the reader loads it (A).
///     offset 2  slots, `mask + 1` words of 32 bits. Number n is in slot `n & mask`.
///               The producer writes them, the reader reads those from head to tail.
///     offset 3  not an offset, but the mask.
///
///     The reader begins with head 0. It may read every slot from its head to the tail
///     that it has loaded; storing a head gives back all slots before it.
///
/// Dual arrays: kinds dual-array-2018 and dual-array
///
///     offset 0  limit, 32 bits: how many numbers of the current array are to be read;
///               0: the producer has both. The producer stores the count (R), the reader
///               loads it (A), and stores 0 (R) when it has read that array.
///     offset 1  array 0, `capacity` words of 32 bits
///     offset 2  array 1
///
///     The reader begins with array 0, and goes to the other one after each.
///
/// Runs: kind run-ring
///
///     offset 0  taken, 64 bits: how many numbers were taken since the start.
///               The reader stores it (R), the producer loads it (A).
///     offset 1  opened, 32 bits: the run that was opened last, modulo 2^32.
///               The producer stores it (R), the reader loads it (A).
///     offset 2  runs. Run r is in entry `r & mask`: `stride` bytes each.
///               At 0 of an entry, 32 bits: the first number of the run, plain.
///               At offset 5 of an entry, 32 bits: the number after its last one so far.
///               The producer stores it (R), the reader loads it (A).
///     offset 3  not an offset, but the stride.
///     offset 4  not an offset, but the mask.
///     offset 5  where in an entry its end is.
///
///     The reader begins in run 0, at number 0. To look for numbers, it loads the end of
///     its run: what lies between its number and that end may be taken. If there is
///     nothing, it loads `opened`; if that is still its run, the queue is empty. If not,
///     its run will grow no more, but may have grown since: it loads the end once more.
///     If there is still nothing, it goes to the next run (its own + 1, whatever `opened`
///     says), at the first number of that one, which has at least one. See run_ring.hpp
///     for why that is right.
///
/// Errors: a negative result; `allocpool_queue_error()` says in one line what is wrong.

#include <stdint.h>

#if defined(__GNUC__)
#define ALLOCPOOL_QUEUES_API __attribute__((visibility("default")))
#else
#define ALLOCPOOL_QUEUES_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The queue, and the clock that writes into it. All clocks write every tick that is due
/// after one reading of the counter, except dual-array-2018's, which reads the counter
/// for every tick.
enum {
    ALLOCPOOL_QUEUE_ALIGNED_RING = 0,
    ALLOCPOOL_QUEUE_CACHED_RING = 1,
    ALLOCPOOL_QUEUE_DUAL_ARRAY_2018 = 2,
    ALLOCPOOL_QUEUE_DUAL_ARRAY = 3,
    ALLOCPOOL_QUEUE_BATCH_RING = 4,
    ALLOCPOOL_QUEUE_RUN_RING = 5
};

/// The meanings of negative results.
enum {
    ALLOCPOOL_QUEUE_EMPTY = -1,         ///< there is nothing to take; no error
    ALLOCPOOL_QUEUE_BAD_ARGUMENT = -2,  ///< out of range; the message says the range
    ALLOCPOOL_QUEUE_NO_MEMORY = -3,
    ALLOCPOOL_QUEUE_FAILED = -4  ///< the queue was stopped, or there is no thread for it
};

/// Starts a queue. Any thread may call it.
/// @param memory aligned to 8 bytes; nobody else uses it until the queue is stopped
/// @param bytes its size, at least `allocpool_queue_bytes(kind, capacity)`
/// @param capacity the most ticks that wait for a late reader, from 1 to 2^28, 2^31 for a
///        run-ring, 268,435,360 for a dual array (which keeps that many twice)
/// @param interval_ps picoseconds between two beats, from 1000 (1 ns) to 1 minute
/// @param ticks_per_beat ticks that become due with each beat, from 1 to 1000: ten of
///        them at an interval of 1000 ps are ticks of 0.1 ns
/// @param first_tick the number of the first tick
/// @return a handle above 0, for the functions below
ALLOCPOOL_QUEUES_API int64_t allocpool_queue_start(int32_t kind, void* memory,
                                                   int64_t bytes, int64_t capacity,
                                                   int64_t interval_ps,
                                                   int32_t ticks_per_beat,
                                                   uint32_t first_tick);

/// Stops a queue. Once this returns, its thread has ended and the memory is the caller's
/// again, even if several threads call this at once. Any thread may call it, also twice,
/// or with a handle that never existed.
ALLOCPOOL_QUEUES_API void allocpool_queue_stop(int64_t handle);

/// The longest time, in nanoseconds, between two iterations of the queue's thread since
/// the start or the last reset. Any thread may call it.
/// @param reset not 0: start a new measurement
ALLOCPOOL_QUEUES_API int64_t allocpool_queue_longest_stall_nanos(int64_t handle,
                                                                 int32_t reset);

/// A queue's size in bytes.
ALLOCPOOL_QUEUES_API int64_t allocpool_queue_bytes(int32_t kind, int64_t capacity);

/// An offset in a queue's memory, in bytes from its start: see above.
ALLOCPOOL_QUEUES_API int64_t allocpool_queue_offset(int32_t kind, int32_t which,
                                                    int64_t capacity);

/// Takes one number. Costs an atomic exchange, the price of a handle that is safe even
/// while another thread stops the queue.
/// @return the number, from 0 to 2^32 - 1, or `ALLOCPOOL_QUEUE_EMPTY`
ALLOCPOOL_QUEUES_API int64_t allocpool_queue_take(int64_t handle);

/// Takes all waiting numbers that fit.
/// @param target aligned to 4 bytes
/// @param most how many numbers fit, at least 0
/// @return how many it took; 0 if there are none
ALLOCPOOL_QUEUES_API int64_t allocpool_queue_drain(int64_t handle, uint32_t* target,
                                                   int64_t most);

/// Does nothing: for measuring what a call costs by itself.
/// @return its argument
ALLOCPOOL_QUEUES_API int64_t allocpool_queue_echo(int64_t value);

/// The error of this thread's last call that failed.
/// @return one line of text, valid until this thread's next call
ALLOCPOOL_QUEUES_API const char* allocpool_queue_error(void);

#ifdef __cplusplus
}
#endif

#endif
