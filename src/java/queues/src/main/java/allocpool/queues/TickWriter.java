package allocpool.queues;

/**
 * The writing end of a queue of ticks; see {@link TickReader} for what a tick is and why
 * this is an abstract class.
 *
 * <p>Exactly one thread may use an instance, and there may be one instance per queue. No
 * method waits.
 */
public abstract class TickWriter extends LinePadding {
  /** For subclasses. */
  protected TickWriter() {}

  /**
   * Appends the numbers {@code first}, {@code first + 1}, ... (modulo 2^32). Numbers that
   * do not fit, the newest, are dropped.
   *
   * @param first the first number
   * @param count how many, at least 0
   * @return how many were appended
   */
  public abstract int push(int first, int count);
}
