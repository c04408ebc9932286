#ifndef ALLOCPOOL_PREFETCH_H
#define ALLOCPOOL_PREFETCH_H

/// The processor's prefetch for languages that have no such instruction: a plain C
/// function in the library `prefetch`. It never waits and never fails, so Java may call
/// it without a safepoint transition (`Linker.Option.critical`).

#include <stdint.h>

#if defined(__GNUC__)
#define ALLOCPOOL_PREFETCH_API __attribute__((visibility("default")))
#else
#define ALLOCPOOL_PREFETCH_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Hints to the processor that the cache lines of some addresses will soon be written and
/// read. Nothing changes but caches. Any thread may call it.
/// @param names an array of `count` addresses; any value is allowed, but only those of
///        memory help
/// @param count 0 or more; below 0 counts as 0
ALLOCPOOL_PREFETCH_API void allocpool_prefetch(const void* const* names, int64_t count);

#ifdef __cplusplus
}
#endif

#endif
