#pragma once

/// Stops one call of a submission before each of its accesses to memory, and lets another
/// one run there: who never waits comes to an end, wherever the other was stopped.

namespace driver {

using Act = void (*)(void*);

/// Runs `stopped`, and within it, before its access to memory number `at`, from 0, `other`.
/// @return whether there was such an access
/// @throws nothing: where `other` takes more steps than any call that waits for nobody,
/// `waits` is called, which must not return
bool stop_at(unsigned at, Act stopped, Act other, Act waits, void* with);

}  // namespace driver
