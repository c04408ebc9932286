#pragma once

/// Memory straight from the operating system, in pages of the kind asked for.

#include <array>
#include <cstddef>

#include "settings.hpp"

namespace allocpool {

/// The size of the page that a page-table entry maps: 4 KB on most machines, or 2 MB.
enum class Pages { small, huge };

/// The result of asking for huge pages: not asked, most of the memory is in them, or the
/// system gave none or too few.
enum class HugePages { off, used, refused };

inline constexpr std::array<Named<Pages>, 2> pages_names{
    {{Pages::small, "small"}, {Pages::huge, "huge"}}};
inline constexpr std::array<Named<HugePages>, 3> huge_pages_names{
    {{HugePages::off, "off"},
     {HugePages::used, "used"},
     {HugePages::refused, "refused"}}};

/// Zeroed memory of this process, all of it touched, so that no later access causes a
/// page fault.
///
/// Huge pages are only requested (MADV_HUGEPAGE): without them the memory is the same,
/// but slower. Small pages are requested, too (MADV_NOHUGEPAGE), as some systems use huge
/// ones for all memory. Any number of threads may use the memory at a time.
class Mapping {
  public:
    /// The mapping's address and length are multiples of this.
    static constexpr std::size_t huge_page_bytes = std::size_t{2} << 20U;

    /// @param bytes 1 or more, rounded up
    /// @throws std::invalid_argument if it is 0, or too large to round up
    /// @throws std::system_error if the system refuses. (A system that promises more than
    ///         it has may end the process instead, when the pages are touched.)
    Mapping(std::size_t bytes, Pages pages);

    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    ~Mapping();

    std::byte* begin() const noexcept { return begin_; }
    std::size_t bytes() const noexcept { return bytes_; }

    /// Asks the system which pages it gave. Slow, because it reads /proc/self/smaps.
    HugePages huge_pages() const;

  private:
    std::size_t bytes_;
    std::byte* begin_;
    Pages pages_;
};

}  // namespace allocpool
