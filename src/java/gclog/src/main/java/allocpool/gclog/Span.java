package allocpool.gclog;

/**
 * A span of time in milliseconds since the virtual machine's start, and its kind.
 */
class Span {
  final double fromMs;
  final double lengthMs;

  /** Its kind, in the log's words. */
  final String kind;

  Span(double fromMs, double lengthMs, String kind) {
    this.fromMs = fromMs;
    this.lengthMs = lengthMs;
    this.kind = kind;
  }

  double toMs() {
    return fromMs + lengthMs;
  }

  boolean overlaps(double windowFromMs, double windowToMs) {
    return fromMs < windowToMs && toMs() > windowFromMs;
  }
}
