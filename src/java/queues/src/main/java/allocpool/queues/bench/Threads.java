package allocpool.queues.bench;

/** Thread functions that turn an interrupt into an unchecked exception. */
final class Threads {
  private Threads() {}

  /**
   * Waits for a thread's end.
   *
   * @throws IllegalStateException if interrupted
   */
  static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a thread was to end", e);
    }
  }

  /**
   * Sleeps.
   *
   * @throws IllegalStateException if interrupted
   */
  static void sleep(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a queue was to fill", e);
    }
  }
}
