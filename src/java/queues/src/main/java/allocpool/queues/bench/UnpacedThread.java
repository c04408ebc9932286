package allocpool.queues.bench;

import allocpool.queues.LinePadding;
import allocpool.queues.TickWriter;

/** A thread that writes ticks at full speed, and waits when the queue is full. */
final class UnpacedThread extends LinePadding implements AutoCloseable {
  private static final int MOST_AT_ONCE = 64;

  private final TickWriter writer;
  private final Thread thread = new Thread(this::run, "unpaced-writer");
  private volatile boolean stopping;

  /**
   * Starts the thread; the first tick has the number 0.
   *
   * @param writer an end that is not used otherwise
   */
  UnpacedThread(TickWriter writer) {
    this.writer = writer;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    int next = 0;
    while (!stopping) {
      int appended = writer.push(next, MOST_AT_ONCE);
      next += appended;
      if (appended < MOST_AT_ONCE) {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public void close() {
    stopping = true;
    Threads.join(thread);
  }
}
