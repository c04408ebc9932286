package allocpool.queues.bench;

import allocpool.queues.LinePadding;
import allocpool.queues.TickReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Takes ticks as they come, checks every number, and counts the received and the missing
 * ones and how long the consumer itself was away.
 *
 * <p>Not thread-safe: the thread that takes the ticks reads the figures.
 */
final class TickConsumer extends LinePadding {
  private static final VarHandle ZERO = zero();

  /** Numbers and empty polls between two readings of the time, about 25 ns each. */
  private static final int BETWEEN_LOOKS = 1024;

  private int zero; // always 0, but the compiler does not know that

  private final TickReader reader;
  private int expected; // the next tick's number, if none is lost
  private int polled; // the current batch's length ...
  private int position; // ... and how many of it are taken
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
      throw new ExceptionInInitializerError(e); // cannot happen: the field is ours
    }
  }

  /**
   * Prepares for a queue's ticks.
   *
   * @param reader the queue's reading end; the first tick has the number 0
   */
  TickConsumer(TickReader reader) {
    this.reader = reader;
  }

  /**
   * Takes ticks for a while.
   *
   * @param nanoseconds for at least how long
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
   * Takes everything that one poll finds. For a consumer that uses no other method to
   * take.
   *
   * @return true if there was anything
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

  /** Resets the figures; the rest of the current batch counts towards the new ones. */
  void reset() {
    idle = true;
    received = 0;
    lost = 0;
    finds = 0;
    elapsed = 0;
    longestAbsence = 0;
  }

  /**
   * Takes up to {@link #BETWEEN_LOOKS} ticks. A longer batch is continued next time, so
   * that its length is not mistaken for an absence.
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
   * Takes ticks, and compares each with the previous one. The compiler does not know that
   * zero is 0; otherwise it proves that the numbers of a run have no gaps, and compares
   * few or none of them. In C++, {@code keep} serves this purpose.
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

  /** Counts missing ticks. A distance of 2^31 or more means a number went backwards. */
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

  /** Returns the number of ticks missing between those received. */
  long lost() {
    return lost;
  }

  /** Returns for how long ticks were taken, in nanoseconds. */
  long elapsedNanos() {
    return elapsed;
  }

  /** Returns the longest time between two readings of the time, in nanoseconds. */
  long longestAbsenceNanos() {
    return longestAbsence;
  }

  /** Returns how often a poll found ticks after one that found none. */
  long finds() {
    return finds;
  }
}
