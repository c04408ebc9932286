package allocpool.queues;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A library that only records which queues it was asked to stop. */
final class FakeBinding extends Binding {
  static final long HANDLE = 42;
  static final long STALL = 1234;

  private final List<String> calls = new CopyOnWriteArrayList<>();
  boolean failing;

  List<String> calls() {
    return calls;
  }

  @Override
  public long bytes(int kind, int capacity) {
    return 8;
  }

  @Override
  public int offset(int kind, int which, int capacity) {
    return 0;
  }

  @Override
  public Block allocate(long bytes) {
    return new Block() {
      @Override
      public Words words() {
        return BufferWords.of(BufferWords.allocate(bytes));
      }

      @Override
      public long start(int kind, int capacity, Pace pace, int firstTick) {
        if (failing) {
          throw new IllegalStateException("no thread");
        }
        return HANDLE;
      }

      @Override
      public void free() {
        calls.add("free");
      }
    };
  }

  @Override
  public void stop(long handle) {
    calls.add("stop");
  }

  @Override
  public long longestStallNanos(long handle, boolean reset) {
    return STALL;
  }

  @Override
  public long take(long handle) {
    return -1;
  }

  @Override
  public long echo(long value) {
    return value;
  }
}
