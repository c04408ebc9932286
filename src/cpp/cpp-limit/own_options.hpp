#pragma once

#include <string>
#include <vector>

#include "steps.hpp"

namespace allocpool::cpp_limit {

/// This analyser's own options, and the rest of the command line.
struct OwnOptions {
    Steps steps;

    /// The program's name and the other arguments, followed by a null pointer as in argv.
    /// Points into the original argv.
    std::vector<char*> others;
};

/// Takes --steps and --prefetch-distance, with their values, out of a command line.
/// @throws BadInput
OwnOptions take_own_options(int argc, char* const* argv);

/// Their names, for messages that name all options.
inline constexpr const char* own_option_names = "--steps, --prefetch-distance";

/// Their part of the text of --help.
inline constexpr const char* own_help_text =
    R"(
cpp-limit alone, where nothing is allocated (--strategy dummy or pool):
  --steps LIST               what makes it faster than cpp-flat:
                             layout    fields and header in one cache line
                             handles   packets have numbers, not addresses
                             ring      a full queue exchanges newest and oldest
                             prefetch  packets are fetched before they are needed
                             pages     of 2 MB, where the system gives them
                             with commas between them; or none
                             (layout,ring,prefetch,pages)
  --prefetch-distance N      packets ahead, 1 to 64 (32)
)";

}  // namespace allocpool::cpp_limit
