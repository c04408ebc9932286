#pragma once

/// Starts a compiled program from a notebook and reads its results.

#include <stdio.h>  // popen, pclose: POSIX, not in <cstdio>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "record.hpp"

namespace steps {

/// True if the notebook should be quick rather than precise: COURSE_PROFILE=smoke.
inline bool smoke() {
    const char* profile = std::getenv("COURSE_PROFILE");
    return profile != nullptr && std::string{profile} == "smoke";
}

/// The folder of the compiled programs: COURSE_BIN, or the build folder as seen from
/// notebooks/.
inline std::string binary_folder() {
    const char* folder = std::getenv("COURSE_BIN");
    return folder != nullptr && *folder != '\0' ? folder : "../build/cpp/bin";
}

/// Runs `command`, a program of binary_folder() and its arguments, and waits for its end.
/// @return its output, a record a line
/// @throws std::runtime_error if it cannot run or fails; the message contains its errors
inline std::vector<Record> run(const std::string& command) {
    const std::string line = "'" + binary_folder() + "'/" + command + " 2>&1";
    FILE* pipe = popen(line.c_str(), "r");
    if (pipe == nullptr) {
        throw std::runtime_error("cannot start: " + command);
    }
    std::string output;
    char part[4096];
    for (std::size_t n = 0; (n = fread(part, 1, sizeof part, pipe)) != 0;) {
        output.append(part, n);
    }
    const int status = pclose(pipe);

    std::vector<Record> records;
    std::string said;
    for (std::size_t start = 0; start < output.size();) {
        const std::size_t end = std::min(output.find('\n', start), output.size());
        const std::string text = output.substr(start, end - start);
        start = end + 1;
        if (!text.empty() && text.front() == '{') {
            records.push_back(Record::parse(text));
        } else {
            said += text + "\n";
        }
    }
    if (status != 0) {
        throw std::runtime_error("failed: " + command + "\n" + said);
    }
    return records;
}

/// The record whose member "event" is `event`.
/// @throws std::runtime_error if there is none
inline const Record& event(const std::vector<Record>& records, const std::string& event) {
    for (const Record& record : records) {
        if (record.has("event") && record.text("event") == event) {
            return record;
        }
    }
    throw std::runtime_error("no event \"" + event + "\" in what the program printed");
}

/// The least `ns_per_packet` of an analyser's measured rounds: the round that was
/// disturbed least.
/// @throws std::runtime_error if there is no such round
inline double least_ns_per_packet(const std::vector<Record>& records) {
    std::vector<double> rounds;
    for (const Record& record : records) {
        if (record.text("event") == "round" && record.text("warmup") == "false") {
            rounds.push_back(record.number("ns_per_packet"));
        }
    }
    if (rounds.empty()) {
        throw std::runtime_error("no round that counts in what the program printed");
    }
    return *std::min_element(rounds.begin(), rounds.end());
}

}  // namespace steps
