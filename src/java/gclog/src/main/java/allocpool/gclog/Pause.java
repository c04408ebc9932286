package allocpool.gclog;

/** A period in which the program stood still. */
final class Pause extends Span {
  /** Occupied heap before and after in megabytes, or null if not logged. */
  final Double heapBeforeMb;

  final Double heapAfterMb;

  Pause(
      double fromMs, double lengthMs, String kind, Double heapBeforeMb,
      Double heapAfterMb) {
    super(fromMs, lengthMs, kind);
    this.heapBeforeMb = heapBeforeMb;
    this.heapAfterMb = heapAfterMb;
  }

  Pause withKind(String otherKind) {
    return new Pause(fromMs, lengthMs, otherKind, heapBeforeMb, heapAfterMb);
  }
}
