#include "json_reporter.hpp"

#include <cinttypes>
#include <sstream>

#include "build_info.hpp"
#include "line_printer.hpp"
#include "version.hpp"

namespace allocpool {
namespace {

const char* json_bool(bool value) {
    return value ? "true" : "false";
}

/// The implementation's choices, if it has any.
std::string variant(const Settings& settings) {
    std::string choices;
    for (const auto& [name, value] : settings.variant) {
        choices +=
            (choices.empty() ? "" : ",") + json_string(name) + ":" + json_string(value);
    }
    return choices.empty() ? "" : ",\"variant\":{" + choices + "}";
}

}  // namespace

std::string json_string(std::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (static_cast<unsigned char>(c) < 0x20U) {
            json += formatted("\\u%04x", static_cast<unsigned>(c));
        } else {
            json += c;
        }
    }
    return json + '"';
}

std::string build_json() {
    std::istringstream words{build_info::flags};
    std::string flags;
    for (std::string word; words >> word;) {
        flags += (flags.empty() ? "" : ",") + json_string(word);
    }
    return "{\"name\":" + json_string(build_info::compiler) +
           ",\"version\":" + json_string(build_info::compiler_version) +
           ",\"vendor\":\"\",\"flags\":[" + flags + "]}";
}

void JsonReporter::start(const std::string& implementation, const Settings& settings) {
    const Sizes sizes = settings.sizes();
    const auto named = [](const char* key, std::string_view value) {
        return std::string{",\""} + key + "\":" + json_string(value);
    };
    print_line("{\"event\":\"start\"" + named("implementation", implementation) +
               named("strategy", name_of(settings.strategy, strategy_names)) +
               named("case", name_of(settings.which, case_names)) +
               named("mode", name_of(settings.mode, mode_names)) +
               named("generator", name_of(settings.generator, generator_names)) +
               (settings.mode == Mode::realtime
                    ? named("clock", name_of(settings.clock, clock_names))
                    : "") +
               formatted(",\"workload\":%d", workload_version) +
               formatted(",\"scale\":%zu,\"sizes\":{\"pool\":%zu,\"mix_pool\":%zu,"
                         "\"queue\":%zu,\"stored\":%zu}",
                         settings.scale, sizes.pool, sizes.mix_pool, sizes.queue,
                         sizes.stored) +
               variant(settings) + ",\"runtime\":" + build_json() + "}");
}

void JsonReporter::round(const Round& round) {
    print_line(formatted("{\"event\":\"round\",\"index\":%" PRIu64 ",\"warmup\":%s,"
                         "\"packets\":%" PRIu64 ",\"elapsed_ns\":%" PRIu64
                         ",\"ns_per_packet\":%.3f}",
                         round.index, json_bool(round.warmup), round.packets,
                         round.elapsed_ns, round.ns_per_packet()));
}

void JsonReporter::service(const Service& service) {
    std::string slices;
    for (const Slice& slice : service.slices) {
        slices += formatted("%s[%" PRIu64 ",%" PRIu64 "]", slices.empty() ? "" : ",",
                            slice.packets, slice.ns);
    }
    print_line(formatted("{\"event\":\"service\",\"seconds\":%.6f,\"packets\":%" PRIu64
                         ",\"slices\":[",
                         static_cast<double>(service.elapsed_ns) / 1e9, service.packets) +
               slices + "]}");
}

void JsonReporter::progress(const Progress& progress) {
    print_line(
        formatted("{\"event\":\"progress\",\"interval_ns\":%s"
                  ",\"warmup\":%s,\"since_start_s\":%.6f,\"since_last_s\":%.6f,"
                  "\"lost\":%" PRIu64 "}",
                  progress.interval.text().c_str(), json_bool(progress.warmup),
                  progress.since_start_s, progress.since_last_s, progress.lost));
}

void JsonReporter::probe(const Probe& probe) {
    std::string losses;
    for (const Loss& loss : probe.losses) {
        losses += formatted("%s[%.3f,%" PRIu64 "]", losses.empty() ? "" : ",",
                            static_cast<double>(loss.since_begin_ns) / 1e6, loss.lost);
    }
    print_line(formatted("{\"event\":\"probe\",\"interval_ns\":%s"
                         ",\"capacity\":%" PRIu64 ",\"seconds\":%.6f,\"sent\":%" PRIu64
                         ",\"received\":%" PRIu64 ",\"lost\":%" PRIu64
                         ",\"longest_stall_ns\":%" PRIu64 ",\"losses\":[",
                         probe.interval.text().c_str(), probe.capacity, probe.seconds,
                         probe.sent, probe.received, probe.lost(),
                         probe.longest_stall_ns) +
               losses + "],\"stopped_early\":" + json_bool(probe.stopped_early) + "}");
}

void JsonReporter::end(const End& end) {
    const std::string digest =
        end.digest ? formatted("\"%016" PRIx64 "\"", *end.digest) : "null";
    print_line(formatted("{\"event\":\"end\",\"packets\":%" PRIu64
                         ",\"processed\":%" PRIu64 ",\"tcp\":%" PRIu64 ",\"digest\":%s}",
                         end.packets, end.processed, end.tcp, digest.c_str()));
}

}  // namespace allocpool
