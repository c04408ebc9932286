#include "mapping.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>

namespace allocpool {
namespace {

constexpr std::size_t huge = Mapping::huge_page_bytes;

std::size_t rounded(std::size_t bytes) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() - 2 * huge;
    if (bytes == 0 || bytes > most) {
        throw std::invalid_argument("a mapping has from 1 to " + std::to_string(most) +
                                    " bytes, not " + std::to_string(bytes));
    }
    return (bytes + huge - 1) / huge * huge;
}

/// Older kernels only align to small pages. So we map one huge page more than we need,
/// and unmap what's before the first boundary and behind the last.
std::byte* map_aligned(std::size_t bytes) {
    void* memory = mmap(nullptr, bytes + huge, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::system_error(
            errno, std::generic_category(),
            "can't map " + std::to_string(bytes) + " bytes of memory");
    }
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const std::size_t before = (huge - address % huge) % huge;
    std::byte* begin = static_cast<std::byte*>(memory) + before;
    if (before != 0) {
        munmap(memory, before);
    }
    munmap(begin + bytes, huge - before);
    return begin;
}

// --8<-- [start:huge-pages]
/// The system may lack such pages, or refuse them. We check that afterwards.
void ask_for([[maybe_unused]] Pages pages, [[maybe_unused]] std::byte* begin,
             [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
    madvise(begin, bytes, pages == Pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
}

void touch(std::byte* begin, std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    for (std::size_t at = 0; at < bytes; at += page) {
        begin[at] = std::byte{0};
    }
}
// --8<-- [end:huge-pages]

/// The bytes in huge pages of all areas that overlap the memory. The system merges equal
/// neighbouring areas, so the result may exceed the memory's size.
std::size_t bytes_in_huge_pages(const std::byte* begin, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(begin);
    std::ifstream smaps{"/proc/self/smaps"};
    bool ours = false;
    std::size_t kilobytes = 0;
    for (std::string line; std::getline(smaps, line);) {
        std::uintptr_t from = 0;
        std::uintptr_t to = 0;
        std::size_t huge_kilobytes = 0;
        if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2) {
            ours = from < first + bytes && first < to;
        } else if (ours && std::sscanf(line.c_str(), "AnonHugePages: %zu kB",
                                       &huge_kilobytes) == 1) {
            kilobytes += huge_kilobytes;
        }
    }
    return kilobytes * 1024;
}

}  // namespace

Mapping::Mapping(std::size_t bytes, Pages pages)
    : bytes_{rounded(bytes)}, begin_{map_aligned(bytes_)}, pages_{pages} {
    ask_for(pages_, begin_, bytes_);
    touch(begin_, bytes_);
}

Mapping::~Mapping() {
    munmap(begin_, bytes_);
}

HugePages Mapping::huge_pages() const {
    if (pages_ == Pages::small) {
        return HugePages::off;
    }
    return bytes_in_huge_pages(begin_, bytes_) > bytes_ / 2 ? HugePages::used
                                                            : HugePages::refused;
}

}  // namespace allocpool
