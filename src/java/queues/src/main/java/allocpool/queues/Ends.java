package allocpool.queues;

/** Both ends of a queue between two threads of one virtual machine. Immutable. */
public final class Ends {
  private final TickWriter writer;
  private final TickReader reader;

  /**
   * Joins two ends.
   *
   * @param writer one end of a queue
   * @param reader the other end of the same queue
   */
  public Ends(TickWriter writer, TickReader reader) {
    this.writer = writer;
    this.reader = reader;
  }

  /**
   * Returns the end for the producer's thread.
   *
   * @return always the same one
   */
  public TickWriter writer() {
    return writer;
  }

  /**
   * Returns the end for the consumer's thread.
   *
   * @return always the same one
   */
  public TickReader reader() {
    return reader;
  }
}
