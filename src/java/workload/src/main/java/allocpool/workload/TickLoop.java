package allocpool.workload;

import allocpool.clock.Ticks;
import java.math.BigDecimal;

/**
 * One packet a tick, and a tick that is not taken in time is a packet lost. Gaps in the
 * ticks' numbers tell how many those were.
 *
 * <p>What a slow reader loses, it misses between two batches of ticks. So a window begins
 * and ends between batches, and the time is looked at only there.
 */
final class TickLoop {
  private static final long PATIENCE_NS = 1_000_000_000;

  private final Analyser analyser;
  private final Ticks ticks;
  private final Reporter reporter;
  private final BigDecimal intervalNs;
  private final int progressEvery;
  private final long started = System.nanoTime();

  private int sequence = -1; // the number before the first one
  private long sent;
  private long received;

  private boolean warmup;
  private int untilLine;
  private long lastLine;
  private long lostAtLastLine;

  TickLoop(
      Analyser analyser, Ticks ticks, Reporter reporter, BigDecimal intervalNs,
      int progressEvery) {
    this.analyser = analyser;
    this.ticks = ticks;
    this.reporter = reporter;
    this.intervalNs = intervalNs;
    this.progressEvery = progressEvery;
  }

  /**
   * Takes ticks for a while.
   *
   * @param warmup whether this is only the warm-up, for the lines about the progress
   * @param seconds for how long, at least; the batch under way is always finished
   * @return what was sent and received in that time
   */
  Window run(boolean warmup, double seconds) {
    this.warmup = warmup;
    sent = 0;
    received = 0;
    untilLine = progressEvery;
    lostAtLastLine = 0;
    long length = (long) (seconds * 1e9);
    long begin = System.nanoTime();
    lastLine = begin;
    long elapsed;
    do {
      takeBatch();
      elapsed = System.nanoTime() - begin;
    } while (elapsed < length);
    return new Window(elapsed, sent, received);
  }

  /**
   * Takes two batches that count nowhere. What is dropped while one batch is processed is
   * missed only at the start of the batch after the next, so this keeps losses of the
   * warm-up out of the window that follows. A reader that needs more than a second for
   * the first one is hopelessly late, what it loses now it loses always, and the second
   * is left out.
   *
   * @return the ticks taken
   */
  long passOver() {
    received = 0;
    untilLine = Integer.MAX_VALUE;
    long begin = System.nanoTime();
    takeBatch();
    if (System.nanoTime() - begin < PATIENCE_NS) {
      takeBatch();
    }
    return received;
  }

  // --8<-- [start:take-batch]
  private void takeBatch() {
    do {
      int next = ticks.next();
      sent += (next - sequence) & 0xFFFFFFFFL; // the numbers wrap at 2^32
      sequence = next;
      received++;
      analyser.step();
      if (--untilLine == 0) {
        reportProgress();
      }
    } while (!ticks.atBatchEnd());
  }
  // --8<-- [end:take-batch]

  private void reportProgress() {
    long now = System.nanoTime();
    long lost = sent - received;
    reporter.progress(new Progress(
        intervalNs, warmup, now - started, now - lastLine, lost - lostAtLastLine));
    untilLine = progressEvery;
    lastLine = now;
    lostAtLastLine = lost;
  }
}
