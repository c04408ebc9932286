#pragma once

namespace allocpool::stop_signal {

/// From now on the first SIGINT or SIGTERM is only recorded, for the drivers to see. A
/// second one ends the process as usual.
void install();

/// The number of the signal that came, or 0. Cheap enough for every few packets.
int received() noexcept;

}  // namespace allocpool::stop_signal
