#pragma once

/// Stops one call of a submission before each of its accesses to memory, and runs another
/// call there. A call that never waits comes to an end, wherever the other was stopped.

namespace driver {

using Act = void (*)(void*);

/// Runs `stopped`, and `other` within it, before access to memory number `at`, from 0.
/// Where `other` takes far more steps than a call that waits for nothing, `waits` is
/// called, which must not return.
/// @return whether there was such an access
bool stop_at(unsigned at, Act stopped, Act other, Act waits, void* with);

}  // namespace driver
