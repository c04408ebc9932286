package allocpool.clock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Two arrays of one entry each, with the clock's reader at one end and, at the other, the
 * same accesses as its producer in native/clock_queue.hpp.
 */
public final class StressedArrays {
  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final int LIMIT = 0;
  private static final int FIRST = 4;
  private static final int SECOND = 8;

  private final ByteBuffer memory = ClockQueue.allocate(12);
  private final DualArrayReader reader =
      new DualArrayReader(memory, LIMIT, FIRST, SECOND, () -> false);

  /**
   * Hands over the first array.
   *
   * @param number its entry
   */
  public void publishFirst(int number) {
    WORD.set(memory, FIRST, number);
    WORD.setRelease(memory, LIMIT, 1);
  }

  /**
   * Writes to the first array again, if the reader has given it back.
   *
   * @param number its new entry
   * @return true if it has
   */
  public boolean overwriteFirst(int number) {
    boolean free = (int) WORD.getAcquire(memory, LIMIT) == 0;
    if (free) {
      WORD.set(memory, FIRST, number);
    }
    return free;
  }

  /**
   * Waits for an entry.
   *
   * @return the entry
   */
  public int next() {
    return reader.next();
  }
}
