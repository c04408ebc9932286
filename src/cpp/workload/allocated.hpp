#pragma once

namespace allocpool {

// --8<-- [start:allocated]
/// The base of every class whose objects come from `new` while packets are processed. It
/// is empty: they come from the allocator of the process, which is the system's unless
/// another one is preloaded.
///
/// A program that is compiled with another header of this name, found before this one,
/// gives those classes an `operator new` of their own: see src/cpp/allocators.
template <class T>
struct Allocated {};
// --8<-- [end:allocated]

}  // namespace allocpool
