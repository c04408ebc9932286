package allocpool.queues;

/**
 * Queues with both ends in Java, in direct memory as the native ones, with the same
 * layouts and orderings.
 */
public final class JavaQueues {
  private static final int RUNS = 64; // as in the library

  private JavaQueues() {}

  /**
   * Makes a ring that moves many numbers at a time.
   *
   * @param capacity the most ticks that wait, 1 to 2^28
   * @return its ends
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public static Ends batchRing(int capacity) {
    RingLayout layout = RingLayout.ofCapacity(capacity);
    Words words = BufferWords.of(BufferWords.allocate(layout.bytes()));
    return new Ends(
        BatchRingWriter.create(words, layout, capacity),
        BatchRingReader.create(words, layout));
  }

  /**
   * Makes a queue of runs of consecutive numbers.
   *
   * @param capacity the most ticks that wait, at least 1
   * @return its ends
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public static Ends runRing(int capacity) {
    return runRing(capacity, RUNS);
  }

  /**
   * Makes a queue of runs of consecutive numbers.
   *
   * @param capacity the most ticks that wait, at least 1
   * @param runs the most runs at a time, a power of two, 2 to 2^20
   * @return its ends
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public static Ends runRing(int capacity, int runs) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "queue: capacity " + capacity + " is not in 1 to " + Integer.MAX_VALUE);
    }
    RunRingLayout layout = RunRingLayout.ofRuns(runs);
    Words words = BufferWords.of(BufferWords.allocate(layout.bytes()));
    return new Ends(
        RunRingWriter.create(words, layout, capacity),
        RunRingReader.create(words, layout));
  }
}
