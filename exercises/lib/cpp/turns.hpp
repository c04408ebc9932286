#pragma once

/// The calls that two threads make to one object: one fills it, the other empties it. This
/// version only makes them. The variant `paused` has its own, which stops some of them.

#include <cstddef>

namespace driver {

struct Turns {
    std::size_t room;   ///< how much the object holds
    const char* fills;  ///< the name of the call that fills it
    const char* empties;

    /// A thread's part, from its first call to its last.
    class Part {
      public:
        Part(Turns& /*turns*/, bool /*fills*/) {}

        /// @param call returns true if it has succeeded @return the same
        template <typename Call>
        bool made(Call call) {
            return call();
        }
        /// There's nothing to call before the other thread has gone on.
        void idle() {}
    };
};

}  // namespace driver
