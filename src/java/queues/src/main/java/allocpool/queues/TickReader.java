package allocpool.queues;

/**
 * The reading end of a queue of ticks from one producer to one consumer. The producer
 * never waits for the consumer: ticks that do not fit are dropped, the newest first.
 *
 * <p>A tick is an unsigned 32-bit number. Numbers grow by one from tick to tick and wrap,
 * so the distance between two of them is taken modulo 2^32: {@code later - earlier} as an
 * unsigned int. A distance of more than one between neighbours means that the ticks in
 * between were dropped.
 *
 * <p>A batch is read in three steps: {@link #poll()} returns how many numbers there are,
 * {@link #get} reads them, and {@link #release()} frees their slots. A queue that moves
 * one number at a time has batches of one.
 *
 * <p>This is an abstract class, not an interface, and static methods make it: a program
 * that uses one queue loads one subclass, and all calls are compiled into its loop.
 *
 * <p>Exactly one thread may use an instance, and there may be one instance per queue. No
 * method waits.
 */
public abstract class TickReader extends LinePadding {
  private Object source; // never read, only kept alive

  /** For subclasses. */
  protected TickReader() {}

  /**
   * Keeps the source of the ticks from being cleaned up, and its memory from being freed,
   * while this reader is in use.
   *
   * @param ofTicks the object that must live as long as this reader
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
   * Reads one tick of the batch.
   *
   * @param index its index, from 0, the oldest, to the result of {@link #poll()},
   *     exclusive; not checked
   * @return its number, an unsigned 32-bit value
   */
  public abstract int get(int index);

  /** Frees the batch's slots, after a {@link #poll()} that found one. */
  public abstract void release();
}
