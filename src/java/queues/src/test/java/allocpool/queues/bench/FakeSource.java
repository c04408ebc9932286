package allocpool.queues.bench;

import allocpool.queues.TickReader;
import allocpool.queues.TickSource;

/** A clock that gives the listed ticks, one batch per poll. */
final class FakeSource implements TickSource {
  private final int[][] batches;
  private final long stallNanos;
  int released;

  FakeSource(long stallNanos, int[]... batches) {
    this.stallNanos = stallNanos;
    this.batches = batches;
  }

  @Override
  public TickReader reader() {
    return new TickReader() {
      private int next;

      @Override
      public int poll() {
        return next < batches.length ? batches[next].length : 0;
      }

      @Override
      public int get(int index) {
        return batches[next][index];
      }

      @Override
      public void release() {
        next++;
        released++;
      }
    };
  }

  @Override
  public long longestStallNanos(boolean reset) {
    return stallNanos;
  }

  @Override
  public void stop() {}

  @Override
  public void close() {}
}
