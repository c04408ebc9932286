package allocpool.workload;

import java.math.BigDecimal;

/** The progress of a real-time run. */
final class Progress {
  final BigDecimal intervalNs;
  final boolean warmup;
  final long sinceStartNs;
  final long sinceLastNs;
  final long lost;

  Progress(
      BigDecimal intervalNs, boolean warmup, long sinceStartNs, long sinceLastNs,
      long lost) {
    this.intervalNs = intervalNs;
    this.warmup = warmup;
    this.sinceStartNs = sinceStartNs;
    this.sinceLastNs = sinceLastNs;
    this.lost = lost;
  }
}
