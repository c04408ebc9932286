package allocpool.clock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The producing end of the dual-array queue, in Java and with its own layout: the reader
 * must work with any layout that it is given.
 */
final class JavaProducer {
  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final int LIMIT = 64;

  final ByteBuffer memory;
  private final int capacity;
  private final int[] arrays;
  private int current;
  private int count;

  JavaProducer(int capacity) {
    this.capacity = capacity;
    this.arrays = new int[] {128, 128 + capacity * Integer.BYTES};
    this.memory = ClockQueue.allocate(128 + 2 * capacity * Integer.BYTES);
  }

  DualArrayReader reader() {
    return new DualArrayReader(memory, LIMIT, arrays[0], arrays[1], () -> false);
  }

  /**
   * Appends a number or drops it, then hands the array over if the reader asks for it.
   *
   * @return true if it was handed over
   */
  boolean emit(int number) {
    if (count < capacity) {
      WORD.set(memory, arrays[current] + count++ * Integer.BYTES, number);
    }
    return publish();
  }

  /** Hands the array over if the reader asks for it and there is something in it. */
  boolean publish() {
    boolean wanted = count > 0 && (int) WORD.getAcquire(memory, LIMIT) == 0;
    if (wanted) {
      WORD.setRelease(memory, LIMIT, count);
      current ^= 1;
      count = 0;
    }
    return wanted;
  }

  boolean hasUnpublished() {
    return count > 0;
  }
}
