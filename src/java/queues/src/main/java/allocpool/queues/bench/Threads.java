package allocpool.queues.bench;

/** What a library for threads would have. */
final class Threads {
  private Threads() {}

  /**
   * Waits for a thread's end, or until it is interrupted itself.
   *
   * @throws IllegalStateException in that case
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
   * Sleeps, or until it is interrupted.
   *
   * @throws IllegalStateException in that case
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
