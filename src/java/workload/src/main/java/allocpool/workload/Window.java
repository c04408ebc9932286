package allocpool.workload;

/** Ticks that were sent and received in a span of time. */
final class Window {
  final long elapsedNs;
  final long sent;
  final long received;

  Window(long elapsedNs, long sent, long received) {
    this.elapsedNs = elapsedNs;
    this.sent = sent;
    this.received = received;
  }

  long lost() {
    return sent - received;
  }
}
