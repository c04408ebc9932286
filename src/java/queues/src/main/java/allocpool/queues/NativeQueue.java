package allocpool.queues;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/**
 * A queue that a native thread fills: a clock that no garbage collector's pause can
 * delay. It holds no monitor of the virtual machine, and no safepoint stops it.
 *
 * <p>The thread ends at {@link #stop()}, at {@link #close()}, or when the queue and its
 * reader have become unreachable, whichever is first. It occupies a core while it runs.
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
    reader.keepAlive(this); // else a caller with only the reader would read freed memory
  }

  /**
   * Starts a clock.
   *
   * @param binding the way to call the library
   * @param kind the queue
   * @param access the way to read the ticks
   * @param capacity the most ticks that wait for a late reader, 1 to 2^28, or a little
   *     less for a dual array; a run ring takes any
   * @param pace the clock's pace
   * @param firstTick the first tick's number, any 32 bits, unsigned
   * @return the running clock's queue, to be closed by the caller
   * @throws IllegalArgumentException if an argument is out of its range
   * @throws IllegalStateException if its thread cannot be started
   * @throws OutOfMemoryError if its memory cannot be allocated
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
      Reference.reachabilityFence(this); // else the clean-up may run before the call
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
