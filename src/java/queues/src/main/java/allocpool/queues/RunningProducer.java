package allocpool.queues;

/**
 * One native queue's thread, handle and memory. The thread is ended exactly once, and the
 * memory is freed after that.
 *
 * <p>Holds no reference to its {@link NativeQueue}, so that a forgotten one can become
 * unreachable and its clean-up run. All methods may be called by any thread; they exclude
 * each other, because the handle is invalid once it is stopped.
 *
 * <p>When the process ends, nothing has to be stopped: the memory lasts as long as the
 * thread.
 */
final class RunningProducer {
  private final Binding binding;
  private final Block block;
  private final long handle;
  private long longestStall;
  private boolean stopped;

  RunningProducer(Binding binding, Block block, long handle) {
    this.binding = binding;
    this.block = block;
    this.handle = handle;
  }

  synchronized long longestStallNanos(boolean reset) {
    if (!stopped) {
      longestStall = binding.longestStallNanos(handle, reset);
    }
    return longestStall;
  }

  synchronized void stop() {
    if (!stopped) {
      longestStall = binding.longestStallNanos(handle, false);
      binding.stop(handle);
      stopped = true;
    }
  }

  /** Ends the thread and frees the memory. Must be called only once. */
  synchronized void close() {
    stop();
    block.free();
  }
}
