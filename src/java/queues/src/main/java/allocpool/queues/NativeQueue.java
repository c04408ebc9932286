package allocpool.queues;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/**
 * A queue that a native thread fills: a clock that no pause of a garbage collector can
 * hold up. It holds no monitor of the virtual machine, and no safepoint stops it.
 *
 * <p>The thread ends at {@link #stop()}, at {@link #close()}, or when the queue and its
 * reader have become unreachable, whichever is first. It takes a core as long as it runs.
 */
public final class NativeQueue implements TickSource {
  private static final Cleaner CLEANER = Cleaner.create();

  private final RunningProducer producer;
  private final Cleaner.Cleanable cleanable; // runs once, and then holds nothing
  private final TickReader reader;

  private NativeQueue(
      Binding binding, QueueKind kind, Access access, int capacity, Block block,
      long handle) {
    producer = new RunningProducer(binding, block, handle);
    cleanable = CLEANER.register(this, producer::close);
    reader = access.reader(binding, kind, capacity, block, handle);
    reader.keepAlive(this); // who has only the reader would read memory that is freed
  }

  /**
   * Starts a clock.
   *
   * @param binding how the library is called
   * @param kind which queue
   * @param access how the ticks are read
   * @param capacity how many of them wait at most for a reader that is late, 1 to 2^28,
   *     or a little less for a dual array; a run ring takes any
   * @param pace how fast they come
   * @param firstTick the first one's number, any 32 bits, unsigned
   * @return the running clock's queue, to be closed
   * @throws IllegalArgumentException if an argument is out of its range
   * @throws IllegalStateException if there can be no thread for it
   * @throws OutOfMemoryError if there is no memory for it
   */
  public static NativeQueue start(
      Binding binding, QueueKind kind, Access access, int capacity, Pace pace,
      int firstTick) {
    Block block = binding.allocate(binding.bytes(kind.number(), capacity));
    long handle;
    try {
      handle = block.start(kind.number(), capacity, pace, firstTick);
    } catch (RuntimeException | OutOfMemoryError e) {
      block.free();
      throw e;
    }
    return new NativeQueue(binding, kind, access, capacity, block, handle);
  }

  @Override
  public TickReader reader() {
    return reader;
  }

  @Override
  public long longestStallNanos(boolean reset) {
    try {
      return producer.longestStallNanos(reset);
    } finally {
      Reference.reachabilityFence(this); // else the clean-up may come before the call
    }
  }

  @Override
  public void stop() {
    try {
      producer.stop();
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void close() {
    cleanable.clean();
  }
}
