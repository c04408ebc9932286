#pragma once

/// Memory straight from the operating system, in pages of the kind that we ask for.

#include <array>
#include <cstddef>

#include "settings.hpp"

namespace allocpool {

/// What a page-table entry stands for: 4 KB on most machines, or 2 MB.
enum class Pages { small, huge };

/// What became of the wish for huge pages: there was none, most of the memory is in them,
/// or the system gave none or too few.
enum class HugePages { off, used, refused };

inline constexpr std::array<Named<Pages>, 2> pages_names{
    {{Pages::small, "small"}, {Pages::huge, "huge"}}};
inline constexpr std::array<Named<HugePages>, 3> huge_pages_names{
    {{HugePages::off, "off"},
     {HugePages::used, "used"},
     {HugePages::refused, "refused"}}};

/// Zeroed memory of this process, all of it touched, so that no later access waits for
/// the system to find a page.
///
/// Huge pages are a wish (MADV_HUGEPAGE): without them the memory is the same, but
/// slower. Small pages are asked for, too (MADV_NOHUGEPAGE), as some systems make huge
/// ones of all memory. Any number of threads may use the memory at a time.
class Mapping {
  public:
    /// The mapping begins at a multiple of this and is a multiple of it long.
    static constexpr std::size_t huge_page_bytes = std::size_t{2} << 20U;

    /// @param bytes 1 or more, rounded up
    /// @throws std::invalid_argument when they are none, or too many to round up
    /// @throws std::system_error when the system does not give them. (One that promises
    ///         more than it has may end the process instead, when they are touched.)
    Mapping(std::size_t bytes, Pages pages);

    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    ~Mapping();

    std::byte* begin() const noexcept { return begin_; }
    std::size_t bytes() const noexcept { return bytes_; }

    /// Asks the system which pages it gave. Takes a moment: it reads /proc/self/smaps.
    HugePages huge_pages() const;

  private:
    std::size_t bytes_;
    std::byte* begin_;
    Pages pages_;
};

}  // namespace allocpool
