package allocpool.queues;

/**
 * The reading end of a queue of ticks from one producer to one consumer that never waits
 * for its consumer: what does not fit is dropped, the newest first.
 *
 * <p>A tick is an unsigned 32-bit number. Numbers grow by one from tick to tick and wrap,
 * so the distance between two of them is taken modulo 2^32: {@code later - earlier} as an
 * unsigned int. A distance of more than one between neighbours means that the ticks in
 * between were dropped.
 *
 * <p>A batch is read in three steps: {@link #poll()} looks how many numbers are there,
 * {@link #get} reads them, and {@link #release()} gives their places back. A queue that
 * moves one number at a time has batches of one.
 *
 * <p>An abstract class and not an interface, made by static methods: a program that uses
 * one queue loads one subclass, and all that its loop calls is compiled into the loop.
 *
 * <p>Exactly one thread may use an instance, and there may be one instance per queue. No
 * method waits.
 */
public abstract class TickReader extends LinePadding {
  private Object source; // never read: to hold it is what it is for

  /** For subclasses. */
  protected TickReader() {}

  /**
   * Keeps the source of the ticks from being cleaned up, and its memory from being freed,
   * while this reader is in use.
   *
   * @param ofTicks what must live as long as this
   */
  final void keepAlive(Object ofTicks) {
    source = ofTicks;
  }

  /**
   * Looks for ticks. After a call that found some, {@link #release()} must come before
   * the next one.
   *
   * @return how many can be read now, 0 if there are none
   */
  public abstract int poll();

  /**
   * Reads a tick of the batch.
   *
   * @param index which one, from 0, the oldest, to what {@link #poll()} returned,
   *     exclusive; not checked
   * @return its number, an unsigned 32-bit value
   */
  public abstract int get(int index);

  /** Gives the batch back, after a {@link #poll()} that found one. */
  public abstract void release();
}
