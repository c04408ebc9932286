package allocpool.queues.bench;

import allocpool.queues.Ends;
import allocpool.queues.LinePadding;
import allocpool.queues.Pace;
import allocpool.queues.TickReader;
import allocpool.queues.TickSource;
import allocpool.queues.TickWriter;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that is a thread of the virtual machine: the collector and every safepoint hold
 * it up, which a native one is spared. It writes all ticks that are due after a look at
 * the time, and what does not fit is lost.
 */
final class PacedThread extends LinePadding implements TickSource {
  /** A burst is written in parts, so that a reader that is waiting can begin. */
  private static final int MOST_AT_ONCE = 1024;

  private final TickReader reader;
  private final TickWriter writer;
  private final Pace pace;
  private final Thread thread = new Thread(this::run, "paced-writer");
  private final AtomicLong longestStall = new AtomicLong();
  private volatile boolean stopping;

  /**
   * Starts a clock; its first interval begins now.
   *
   * @param ends a queue that nobody else uses
   * @param pace how fast it ticks; the first tick has the number 0
   */
  PacedThread(Ends ends, Pace pace) {
    this.reader = ends.reader();
    this.writer = ends.writer();
    this.pace = pace;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    long written = 0;
    long begin = System.nanoTime();
    long previous = begin;
    while (!stopping) {
      long now = System.nanoTime();
      noteStall(now - previous);
      previous = now;
      long beats = (now - begin) * 1000 / pace.beatPicoseconds();
      long due = beats * pace.ticksPerBeat() - written;
      if (due > 0) {
        int part = (int) Math.min(due, MOST_AT_ONCE);
        writer.push((int) written, part); // what does not fit is lost
        written += part;
      }
    }
  }

  /**
   * Only this thread raises the value; a reset in between is lost only when the stall
   * ended in that very moment.
   */
  private void noteStall(long nanoseconds) {
    if (nanoseconds > longestStall.getOpaque()) {
      longestStall.setOpaque(nanoseconds);
    }
  }

  @Override
  public TickReader reader() {
    return reader;
  }

  @Override
  public long longestStallNanos(boolean reset) {
    return reset ? longestStall.getAndSet(0) : longestStall.get();
  }

  @Override
  public void stop() {
    stopping = true;
    Threads.join(thread);
  }

  @Override
  public void close() {
    stop();
  }
}
