#pragma once

namespace allocpool {

/// The base of every class whose objects come from `new` while packets are processed. It
/// is empty: they come from the allocator of the process, which is the system's unless
/// another one is preloaded.
///
/// A program that is compiled with another header of this name, found before this one,
/// gives those classes an `operator new` of their own: see src/cpp/allocators.
template <class T>
struct Allocated {};

}  // namespace allocpool
