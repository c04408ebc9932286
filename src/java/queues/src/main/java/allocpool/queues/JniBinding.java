package allocpool.queues;

import java.nio.ByteBuffer;

/**
 * The library called by JNI, with direct buffers as memory. The native side keeps a
 * buffer alive while a queue runs in it; afterwards the collector frees it.
 */
public final class JniBinding extends Binding {
  private JniBinding() {}

  /**
   * Loads the library.
   *
   * @return the binding
   * @throws allocpool.clock.LibraryUnavailableException if it cannot be loaded
   */
  public static Binding load() {
    QueueLibrary.load();
    return new JniBinding();
  }

  @Override
  public long bytes(int kind, int capacity) {
    return NativeQueues.bytes0(kind, capacity);
  }

  @Override
  public int offset(int kind, int which, int capacity) {
    return NativeQueues.offset0(kind, which, capacity);
  }

  @Override
  public Block allocate(long bytes) {
    return new BufferBlock(BufferWords.allocate(bytes));
  }

  @Override
  public void stop(long handle) {
    NativeQueues.stop0(handle);
  }

  @Override
  public long longestStallNanos(long handle, boolean reset) {
    return NativeQueues.longestStallNanos0(handle, reset);
  }

  @Override
  public long take(long handle) {
    return NativeQueues.take0(handle);
  }

  @Override
  public long echo(long value) {
    return NativeQueues.echo0(value);
  }

  private static final class BufferBlock extends Block {
    private final ByteBuffer memory;

    BufferBlock(ByteBuffer memory) {
      this.memory = memory;
    }

    @Override
    public Words words() {
      return BufferWords.of(memory);
    }

    @Override
    public long start(int kind, int capacity, Pace pace, int firstTick) {
      return NativeQueues.start0(
          kind, memory, capacity, pace.beatPicoseconds(), pace.ticksPerBeat(), firstTick);
    }

    @Override
    public void free() {}
  }
}
