#include "points.hpp"

#include <algorithm>

#include "measures.hpp"
#include "stop_signal.hpp"

namespace allocpool::limits {

std::uint64_t Plan::milliseconds_each(std::size_t points) const {
    const double each = seconds * 1e3 / static_cast<double>(points);
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(each));
}

std::vector<std::size_t> half_steps(std::size_t least, std::size_t most) {
    std::vector<std::size_t> points;
    for (std::size_t power = least; power <= most; power *= 2) {
        points.push_back(power);
        if (power / 2 <= most - power) {
            points.push_back(power + power / 2);
        }
    }
    return points;
}

void in_both_pages(std::size_t bytes, BenchReport& report,
                   const std::function<void(std::byte*, Pages)>& measure) {
    for (const Pages pages : {Pages::small, Pages::huge}) {
        if (stop_signal::received() != 0) {
            return;
        }
        const Mapping mapping{bytes, pages};
        if (mapping.huge_pages() == HugePages::refused) {
            report.skipped("huge_pages", "the system refuses them, or has too few");
        } else {
            measure(mapping.begin(), pages);
        }
    }
}

}  // namespace allocpool::limits
