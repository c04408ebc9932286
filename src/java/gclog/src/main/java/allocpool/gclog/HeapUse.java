package allocpool.gclog;

/** How much of the heap was in use after a collection. */
final class HeapUse {
  /** When the collection ended, in milliseconds since the virtual machine's start. */
  final double atMs;

  final double usedMb;

  HeapUse(double atMs, double usedMb) {
    this.atMs = atMs;
    this.usedMb = usedMb;
  }
}
