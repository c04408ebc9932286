package allocpool.workload;

/** One round of a batch run. */
final class Round {
  final int index;
  final boolean warmup;
  final long packets;
  final long elapsedNs;
  final UptimeSpan uptime;

  Round(int index, boolean warmup, long packets, long elapsedNs, UptimeSpan uptime) {
    this.index = index;
    this.warmup = warmup;
    this.packets = packets;
    this.elapsedNs = elapsedNs;
    this.uptime = uptime;
  }

  double nsPerPacket() {
    return (double) elapsedNs / packets;
  }
}
