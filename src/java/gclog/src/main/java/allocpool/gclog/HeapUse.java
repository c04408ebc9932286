package allocpool.gclog;

/** The heap's use around a collection, or at any time if there are no collections. */
final class HeapUse {
  /** When the collection ended, in milliseconds since the virtual machine's start. */
  final double atMs;

  /** Used when it began; a concurrent one lets the program allocate meanwhile. */
  final double beforeMb;

  /** Used when it ended. */
  final double usedMb;

  HeapUse(double atMs, double beforeMb, double usedMb) {
    this.atMs = atMs;
    this.beforeMb = beforeMb;
    this.usedMb = usedMb;
  }
}
