package allocpool.workload;

import java.io.PrintStream;
import java.util.Locale;

/** Short lines for people. */
final class TextReporter extends Reporter {
  TextReporter(PrintStream out) {
    super(out);
  }

  @Override
  void start(String implementation, Options options) {
    Sizes sizes = options.sizes();
    line("%s: case %s, strategy %s, %s, generator %s; queue %,d, stored %,d packets",
        implementation, options.load, LowerCaseNames.nameOf(options.strategy),
        LowerCaseNames.nameOf(options.mode), LowerCaseNames.nameOf(options.generator),
        sizes.queue, sizes.stored);
    if (options.mode == Mode.REALTIME) {
      line("clock: %s", LowerCaseNames.nameOf(options.clock));
      line("seconds since the start; since the last line; packets lost since then");
    }
  }

  @Override
  void round(Round round) {
    line("round %2d: %8.2f ns a packet (%,d packets in %.3f s)%s",
        round.index, round.nsPerPacket(), round.packets, round.elapsedNs / 1e9,
        round.warmup ? ", warm-up" : "");
  }

  @Override
  void service(Service service) {
    Slices slices = service.slices;
    line("at full speed: %8.2f ns a packet (%,d packets in %.3f s);"
            + " the longest of %,d slices %.3f ms",
        (double) slices.nanoseconds() / slices.packets(), slices.packets(),
        slices.nanoseconds() / 1e9, slices.count(), slices.longestNanoseconds() / 1e6);
  }

  @Override
  void progress(Progress progress) {
    line("%6.1f; %5.1f; lost: %8d%s",
        progress.sinceStartNs / 1e9, progress.sinceLastNs / 1e9, progress.lost,
        progress.warmup ? " (warm-up)" : "");
  }

  @Override
  void probe(Probe probe) {
    line("at %s ns: %,d of %,d packets lost in %.1f s;"
            + " the clock's longest stall %.3f ms%s",
        probe.intervalNs, probe.window.lost, probe.window.sent(),
        probe.window.elapsedNs / 1e9, probe.longestStallNs / 1e6,
        probe.window.stoppedEarly ? "; stopped at the first loss" : "");
  }

  @Override
  void end(Outcome outcome) {
    line("%,d packets, %,d processed, %,d of them TCP; digest %s",
        outcome.packets, outcome.processed, outcome.tcpCount,
        outcome.digest == null ? "none" : outcome.digest);
    if (outcome.liveObjects != null) {
      line("%,d live objects of %,d bytes",
          outcome.liveObjects.instances, outcome.liveObjects.bytes);
    }
  }

  private void line(String format, Object... values) {
    print(String.format(Locale.ROOT, format, values));
  }
}
