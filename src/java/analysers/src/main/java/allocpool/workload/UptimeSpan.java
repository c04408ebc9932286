package allocpool.workload;

import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A span of time in milliseconds since the virtual machine's start, as in the garbage
 * collector's log.
 */
final class UptimeSpan {
  final long from;
  final long to;

  private UptimeSpan(long from, long to) {
    this.from = from;
    this.to = to;
  }

  static long now() {
    return ManagementFactory.getRuntimeMXBean().getUptime();
  }

  static UptimeSpan since(long from) {
    return new UptimeSpan(from, now());
  }

  List<Long> asList() {
    return List.of(from, to);
  }
}
