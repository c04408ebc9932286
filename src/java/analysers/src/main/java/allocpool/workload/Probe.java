package allocpool.workload;

import java.math.BigDecimal;

/** The result of one interval of a real-time run, for the measured window. */
final class Probe {
  final BigDecimal intervalNs;
  final int capacity;
  final Window window;
  final long longestStallNs;
  final UptimeSpan uptime;

  Probe(
      BigDecimal intervalNs, int capacity, Window window, long longestStallNs,
      UptimeSpan uptime) {
    this.intervalNs = intervalNs;
    this.capacity = capacity;
    this.window = window;
    this.longestStallNs = longestStallNs;
    this.uptime = uptime;
  }
}
