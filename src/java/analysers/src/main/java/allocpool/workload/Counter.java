package allocpool.workload;

/**
 * Counts: 0, 1, 2 and so on. The cheapest source possible; every 16th packet is TCP.
 */
final class Counter extends Generator {
  private long count;

  static Generator create() {
    return new Counter();
  }

  // --8<-- [start:counter]
  @Override
  public long next() {
    return count++;
  }
  // --8<-- [end:counter]
}
