package allocpool.queues.bench;

import allocpool.queues.LinePadding;
import allocpool.queues.TickReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Takes ticks as they come, looks at every number, and keeps the books: what was
 * received, what is missing, and how long the consumer itself was away.
 *
 * <p>Not thread-safe: the thread that takes the ticks asks for the figures.
 */
final class TickConsumer extends LinePadding {
  private static final VarHandle ZERO = zero();

  /** Numbers and empty polls between two looks at the time, which takes about 25 ns. */
  private static final int BETWEEN_LOOKS = 1024;

  private int zero; // always, but the compiler does not know that

  private final TickReader reader;
  private int expected; // the next tick's number, if none is lost
  private int polled; // the batch at hand ...
  private int position; // ... and how much of it was taken
  private boolean idle = true;
  private long received;
  private long lost;
  private long finds;
  private long elapsed;
  private long longestAbsence;

  private static VarHandle zero() {
    try {
      return MethodHandles.lookup().findVarHandle(TickConsumer.class, "zero", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e); // the field is ours
    }
  }

  /**
   * Prepares for a queue's ticks.
   *
   * @param reader its reading end; the first tick has the number 0
   */
  TickConsumer(TickReader reader) {
    this.reader = reader;
  }

  /**
   * Takes ticks for a while.
   *
   * @param nanoseconds for how long, at least
   * @throws WrongNumberException if a number does not come after the one before it
   */
  void takeFor(long nanoseconds) {
    long begin = System.nanoTime();
    long previous = begin;
    long now = begin;
    while (now - begin < nanoseconds) {
      takeSome();
      now = System.nanoTime();
      longestAbsence = Math.max(longestAbsence, now - previous);
      previous = now;
    }
    elapsed += now - begin;
  }

  /**
   * Takes what one look finds. For a consumer that takes nothing in any other way.
   *
   * @return whether there was anything
   * @throws WrongNumberException if a number does not come after the one before it
   */
  boolean takeBatch() {
    poll();
    if (polled == 0) {
      return false;
    }
    takeUpTo(polled);
    return true;
  }

  /** Begins new books; what is left of the batch at hand will be in them. */
  void reset() {
    idle = true;
    received = 0;
    lost = 0;
    finds = 0;
    elapsed = 0;
    longestAbsence = 0;
  }

  /**
   * A batch may be longer than what is to be done between two looks at the time. The rest
   * is for the next time, so that an absence is told from a long batch.
   */
  private void takeSome() {
    int left = BETWEEN_LOOKS;
    while (left > 0) {
      if (position == polled) {
        poll();
        left--;
      }
      int count = Math.min(left, polled - position);
      if (count > 0) {
        takeUpTo(position + count);
        left -= count;
      }
    }
  }

  private void poll() {
    position = 0;
    polled = reader.poll();
    if (polled == 0) {
      idle = true;
      Thread.onSpinWait();
    } else if (idle) {
      idle = false;
      finds++;
    }
  }

  // --8<-- [start:keep]
  /**
   * Takes ticks, and compares each with the one before. The compiler does not know that
   * zero is 0: else it proves that the numbers of a run have no gaps, and compares few of
   * them or none. In C++, {@code keep} is for that.
   */
  private void takeUpTo(int end) {
    int zero = (int) ZERO.getOpaque(this);
    int next = expected;
    for (int i = position; i < end; i++) {
      int number = reader.get(i) ^ zero;
      if (number != next) {
        noteGap(number, next);
      }
      next = number + 1;
    }
    expected = next;
    received += end - position;
    position = end;
    if (position == polled) {
      reader.release();
    }
  }
  // --8<-- [end:keep]

  /** A distance of 2^31 or more is that of a number which came before. */
  private void noteGap(int number, int next) {
    int missing = number - next; // the numbers wrap at 2^32
    if (missing < 0) {
      throw new WrongNumberException(
          "wrong number: " + Integer.toUnsignedString(number) + " came where "
              + Integer.toUnsignedString(next) + " was next");
    }
    lost += missing;
  }

  long received() {
    return received;
  }

  /** How many ticks are missing between those that were received. */
  long lost() {
    return lost;
  }

  /** For how long ticks were taken, in nanoseconds. */
  long elapsedNanos() {
    return elapsed;
  }

  /** The longest time between two looks at the time, in nanoseconds. */
  long longestAbsenceNanos() {
    return longestAbsence;
  }

  /** How often a look found ticks after one that found none. */
  long finds() {
    return finds;
  }
}
