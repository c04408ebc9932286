#pragma once

namespace allocpool {

// --8<-- [start:allocated]
/// The base of every class whose objects come from `new` while packets are processed.
/// This one is empty, so they come from the process's allocator: the system's, unless
/// another one is preloaded.
///
/// If the compiler finds another header of this name first, these classes get their own
/// `operator new`: see src/cpp/allocators.
template <class T>
struct Allocated {};
// --8<-- [end:allocated]

}  // namespace allocpool
