#ifndef ALLOCPOOL_PREFETCH_H
#define ALLOCPOOL_PREFETCH_H

/// The processor's prefetch for languages that have no word for it: a plain C function in
/// the library `prefetch`. It never waits and never fails, so that Java may call it
/// without leave to be stopped (`Linker.Option.critical`).

#include <stdint.h>

#if defined(__GNUC__)
#define ALLOCPOOL_PREFETCH_API __attribute__((visibility("default")))
#else
#define ALLOCPOOL_PREFETCH_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Tells the processor that the lines of some addresses will soon be written, and read.
/// It is just a hint: nothing changes but caches. Any thread may call it.
/// @param names `count` addresses, one behind the other; they may lead anywhere, but only
///        where there is memory does it help
/// @param count 0 or more; below 0 counts as 0
ALLOCPOOL_PREFETCH_API void allocpool_prefetch(const void* const* names, int64_t count);

#ifdef __cplusplus
}
#endif

#endif
