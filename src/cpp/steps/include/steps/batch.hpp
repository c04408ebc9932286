#pragma once

/// The analysers in batch mode, as the notebook runs them.

#include <cstddef>
#include <string>
#include <vector>

#include "chart.hpp"
#include "program.hpp"

namespace steps::batch {

/// Options for a run of short rounds, after uncounted ones that last until queue and
/// store are full.
inline std::string options() {
    return smoke() ? " --mode batch --scale 100 --packets 20000 --warmup-rounds 1 "
                     "--rounds 3 --settle 10000"
                   : " --mode batch --packets 100000 --warmup-rounds 1 --rounds 25";
}

/// The quickest round's time in ns per packet.
inline double ns(const std::string& program, const std::string& strategy, char which) {
    return least_ns_per_packet(
        run(program + " --case " + which + " --strategy " + strategy + options()));
}

/// The program's times in cases A, B and C.
inline std::vector<double> cases(const std::string& program,
                                 const std::string& strategy) {
    return {ns(program, strategy, 'A'), ns(program, strategy, 'B'),
            ns(program, strategy, 'C')};
}

/// Packets in use, in the queue and in the store, in case `c`: 0, 1 or 2.
inline double in_use(int c) {
    const double each[] = {10000, 100000, 495000};
    return 2 * each[c] / (smoke() ? 100 : 1);
}

/// A chart of all three cases.
inline BarChart chart(const std::string& title) {
    return BarChart(title, "ns per packet", "case", {"A", "B", "C"});
}

}  // namespace steps::batch
