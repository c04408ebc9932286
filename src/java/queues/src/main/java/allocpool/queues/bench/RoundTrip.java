package allocpool.queues.bench;

import allocpool.queues.Ends;
import allocpool.queues.LinePadding;
import allocpool.queues.TickReader;
import allocpool.queues.TickWriter;
import org.HdrHistogram.Histogram;

/**
 * Two queues, two threads, and one number that goes back and forth: measures its round
 * trip. Both threads only poll, without the pause that a waiting loop usually makes,
 * which would be part of the result.
 */
final class RoundTrip extends LinePadding implements AutoCloseable {
  private static final long LONGEST_NS = 60_000_000_000L;
  private static final int DIGITS = 3;

  private final TickWriter there;
  private final TickReader back;
  private final Thread echo;
  private volatile boolean stopping;
  private int number;

  /**
   * Starts the thread that answers.
   *
   * @param there a queue that is not used otherwise
   * @param back another one
   */
  RoundTrip(Ends there, Ends back) {
    this.there = there.writer();
    this.back = back.reader();
    this.echo = new Thread(() -> answer(there.reader(), back.writer()), "echo");
    echo.setDaemon(true);
    echo.start();
  }

  private void answer(TickReader reader, TickWriter writer) {
    while (!stopping) {
      if (reader.poll() > 0) {
        writer.push(reader.get(0), 1);
        reader.release();
      }
    }
  }

  /**
   * Sends numbers for a while, each after the previous one has come back.
   *
   * @param nanoseconds for how long
   * @return the round-trip times, in nanoseconds
   * @throws WrongNumberException if another number comes back
   */
  Histogram run(long nanoseconds) {
    Histogram times = new Histogram(LONGEST_NS, DIGITS);
    long begin = System.nanoTime();
    long sent = begin;
    while (sent - begin < nanoseconds) {
      there.push(number, 1);
      awaitAnswer();
      long now = System.nanoTime();
      times.recordValue(Math.min(now - sent, LONGEST_NS));
      sent = now;
    }
    return times;
  }

  private void awaitAnswer() {
    int polled;
    do {
      polled = back.poll();
    } while (polled == 0);
    int answer = back.get(0);
    if (answer != number) {
      throw new WrongNumberException(
          "wrong number: " + answer + " came back for " + number);
    }
    back.release();
    number++;
  }

  @Override
  public void close() {
    stopping = true;
    Threads.join(echo);
  }
}
