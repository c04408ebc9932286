package allocpool.queues;

/**
 * Two arrays of one number each, with this package's reader at one end and, at the other,
 * the same accesses as the native producer in native/queues.
 */
public final class StressedArrays {
  private static final int LIMIT = 0;
  private static final int FIRST = 4;
  private static final int SECOND = 8;

  private final Words words = BufferWords.of(BufferWords.allocate(12));
  private final TickReader reader =
      DualArrayReader.create(words, LIMIT, FIRST, SECOND);

  /**
   * Returns the reading end.
   *
   * @return the reader, which expects the first array
   */
  public TickReader reader() {
    return reader;
  }

  /**
   * Hands over the first array.
   *
   * @param number its number
   */
  public void publishFirst(int number) {
    words.set(FIRST, number);
    words.setRelease(LIMIT, 1);
  }

  /** Gives the first array back while the reader uses it, as no real reader does. */
  public void giveBackFirst() {
    words.setRelease(LIMIT, 0);
  }

  /**
   * Writes to the first array again, if the reader has given it back.
   *
   * @param number its new number
   * @return true if it has
   */
  public boolean overwriteFirst(int number) {
    boolean free = words.getAcquire(LIMIT) == 0;
    if (free) {
      words.set(FIRST, number);
    }
    return free;
  }
}
