package allocpool.queues.bench;

import allocpool.queues.Ends;
import allocpool.queues.LinePadding;
import allocpool.queues.Pace;
import allocpool.queues.TickReader;
import allocpool.queues.TickSource;
import allocpool.queues.TickWriter;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that is a thread of the virtual machine, so the collector and every safepoint
 * delay it, unlike a native one. It reads the time, then writes all due ticks; those that
 * do not fit are lost.
 */
final class PacedThread extends LinePadding implements TickSource {
  /** The largest part of a burst written at once, so that a waiting reader can start. */
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
   * @param ends a queue that is not used otherwise
   * @param pace the clock's pace; the first tick has the number 0
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
        writer.push((int) written, part); // ticks that do not fit are lost
        written += part;
      }
    }
  }

  /**
   * Raises the longest stall. Only this thread raises it; a reset in between is lost only
   * if the stall ended in that very moment.
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
