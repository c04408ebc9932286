#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "circle.hpp"
#include "measures.hpp"
#include "measuring.hpp"
#include "points.hpp"
#include "sizes.hpp"
#include "slot.hpp"
#include "stop_signal.hpp"

namespace allocpool::limits {
namespace {

using Slot = cpp_limit::FieldsFirst;

// A naming has the type `Name`, `name(n)` for slot number n, and `find(name)` for its
// slot.

// --8<-- [start:namings]
/// As queues of pointers name packets.
struct Addresses {
    using Name = std::uintptr_t;
    Slot* slots;

    Name name(std::size_t number) const {
        return reinterpret_cast<std::uintptr_t>(slots + number);
    }
    const Slot* find(Name name) const { return reinterpret_cast<const Slot*>(name); }
};

/// The same words, disguised: none of them looks like an address.
struct Disguised {
    using Name = std::uintptr_t;
    static constexpr std::uintptr_t mask = 0x5A5A'5A5A'5A5A'5A5A;
    Addresses addresses;

    Name name(std::size_t number) const { return addresses.name(number) ^ mask; }
    const Slot* find(Name name) const { return addresses.find(name ^ mask); }
};

/// As queues of handles name packets.
struct Numbers {
    using Name = std::uint32_t;
    Slot* slots;

    Name name(std::size_t number) const { return static_cast<Name>(number); }
    const Slot* find(Name name) const { return slots + name; }
};
// --8<-- [end:namings]

/// Names in random order, contiguous in an array, and the slots that they name.
template <class Naming>
class NamedLines {
  public:
    NamedLines(Naming naming, std::size_t slots) : naming_{naming} {
        for (const std::size_t number : steps::at_random(slots)) {
            names_.push_back(naming.name(number));
        }
    }

    // --8<-- [start:named-lines]
    /// Reads the first lines of that many slots. Every value read is zero, but the CPU
    /// can't know that, so it can't read the next name until the last line has arrived.
    /// The names are contiguous, though, so a prefetcher can see them.
    void run(std::uint64_t count) {
        std::size_t at = at_;
        std::uint64_t zero = zero_;
        for (; count != 0; --count) {
            zero = naming_.find(names_[at + zero])->parsed.source;
            at = at + 1 == names_.size() ? 0 : at + 1;
        }
        at_ = at;
        zero_ = zero;
        steps::keep(zero_);
    }
    // --8<-- [end:named-lines]

  private:
    Naming naming_;
    std::vector<typename Naming::Name> names_;
    std::size_t at_ = 0;
    std::uint64_t zero_ = 0;
};

template <class Naming>
void measure_naming(const char* what, Naming naming, std::size_t slots, Pages pages,
                    std::uint64_t milliseconds, BenchReport& report) {
    if (stop_signal::received() != 0) {
        return;
    }
    NamedLines lines{naming, slots};
    lines.run(slots);
    const auto measured = steps::measure(milliseconds, 1000,
                                         [&](std::uint64_t count) { lines.run(count); });
    report.result("named", "ns", measured.ns, measured.count,
                  JsonObject{}.object("parameters",
                                      JsonObject{}
                                          .text("names", what)
                                          .number("slots", std::uint64_t{slots})
                                          .text("pages", name_of(pages, pages_names))));
}

}  // namespace

void measure_named_lines(const Plan& plan, BenchReport& report) {
    const Sizes largest = sizes_of(Case::c, 1);
    const std::size_t slots =
        std::min(largest.queue + largest.stored + 1, plan.most_bytes / sizeof(Slot));
    const std::uint64_t milliseconds = plan.milliseconds_each(6);
    in_both_pages(slots * sizeof(Slot), report, [&](std::byte* memory, Pages pages) {
        // The mapping is zeroed, and so are all slots.
        auto* first = reinterpret_cast<Slot*>(memory);
        const Addresses addresses{first};
        measure_naming("addresses", addresses, slots, pages, milliseconds, report);
        measure_naming("disguised", Disguised{addresses}, slots, pages, milliseconds,
                       report);
        measure_naming("numbers", Numbers{first}, slots, pages, milliseconds, report);
    });
}

}  // namespace allocpool::limits
