package allocpool.workload;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;

/** Reports one JSON object per line. */
final class JsonReporter extends Reporter {
  JsonReporter(PrintStream out) {
    super(out);
  }

  @Override
  void start(String implementation, Options options) {
    Sizes sizes = options.sizes();
    Json start = event("start")
        .put("implementation", implementation)
        .put("workload", Workload.VERSION)
        .put("strategy", LowerCaseNames.nameOf(options.strategy))
        .put("case", options.load.name())
        .put("mode", LowerCaseNames.nameOf(options.mode))
        .put("generator", LowerCaseNames.nameOf(options.generator))
        .put("scale", options.scale)
        .put("sizes", new Json()
            .put("pool", sizes.pool)
            .put("mix_pool", sizes.mixPool)
            .put("queue", sizes.queue)
            .put("stored", sizes.stored))
        .put("runtime", new Json()
            .put("name", System.getProperty("java.vm.name"))
            .put("version", System.getProperty("java.vm.version"))
            .put("vendor", System.getProperty("java.vm.vendor"))
            .put("flags", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    if (options.mode == Mode.REALTIME) {
      start.put("clock", LowerCaseNames.nameOf(options.clock));
    }
    print(start);
  }

  @Override
  void round(Round round) {
    print(event("round")
        .put("index", round.index)
        .put("warmup", round.warmup)
        .put("packets", round.packets)
        .put("elapsed_ns", round.elapsedNs)
        .put("ns_per_packet", round.nsPerPacket())
        .put("uptime_ms", round.uptime.asList()));
  }

  @Override
  void service(Service service) {
    print(event("service")
        .put("seconds", service.slices.nanoseconds() / 1e9)
        .put("packets", service.slices.packets())
        .put("slices", service.slices.asList())
        .put("uptime_ms", service.uptime.asList()));
  }

  @Override
  void progress(Progress progress) {
    print(event("progress")
        .put("interval_ns", progress.intervalNs)
        .put("warmup", progress.warmup)
        .put("since_start_s", progress.sinceStartNs / 1e9)
        .put("since_last_s", progress.sinceLastNs / 1e9)
        .put("lost", progress.lost));
  }

  @Override
  void probe(Probe probe) {
    print(event("probe")
        .put("interval_ns", probe.intervalNs)
        .put("capacity", probe.capacity)
        .put("seconds", probe.window.elapsedNs / 1e9)
        .put("sent", probe.window.sent())
        .put("received", probe.window.received)
        .put("lost", probe.window.lost)
        .put("losses", probe.window.losses.asList())
        .put("stopped_early", probe.window.stoppedEarly)
        .put("longest_stall_ns", probe.longestStallNs)
        .put("uptime_ms", probe.uptime.asList()));
  }

  @Override
  void end(Outcome outcome) {
    Json end = event("end")
        .put("packets", outcome.packets)
        .put("processed", outcome.processed)
        .put("tcp", outcome.tcpCount)
        .put("digest", outcome.digest);
    if (outcome.liveObjects != null) {
      end.put("live_objects", new Json()
          .put("instances", outcome.liveObjects.instances)
          .put("bytes", outcome.liveObjects.bytes));
    }
    print(end);
  }

  private static Json event(String name) {
    return new Json().put("event", name);
  }

  private void print(Json json) {
    print(json.toString());
  }
}
