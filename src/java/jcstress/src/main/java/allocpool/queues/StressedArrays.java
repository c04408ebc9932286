package allocpool.queues;

/**
 * Two arrays of one number each, with the family's reader at one end and its native
 * producer's accesses, which native/queues makes, at the other.
 */
public final class StressedArrays {
  private static final int LIMIT = 0;
  private static final int FIRST = 4;
  private static final int SECOND = 8;

  private final Words words = BufferWords.of(BufferWords.allocate(12));
  private final TickReader reader =
      DualArrayReader.create(words, LIMIT, FIRST, SECOND);

  /**
   * The reading end.
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

  /** Gives the first array back while the reader still has it, as no reader does. */
  public void giveBackFirst() {
    words.setRelease(LIMIT, 0);
  }

  /**
   * Writes to the first array again, if the reader has given it back.
   *
   * @param number its new number
   * @return whether it has
   */
  public boolean overwriteFirst(int number) {
    boolean free = words.getAcquire(LIMIT) == 0;
    if (free) {
      words.set(FIRST, number);
    }
    return free;
  }
}
