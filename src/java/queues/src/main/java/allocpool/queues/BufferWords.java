package allocpool.queues;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Words of a direct buffer, in native byte order. */
public final class BufferWords extends Words {
  // --8<-- [start:views]
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
  // --8<-- [end:views]
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int LINE = 128; // the longest on the machines we know

  private final ByteBuffer memory;

  private BufferWords(ByteBuffer memory) {
    this.memory = memory;
  }

  /**
   * Wraps a buffer as words.
   *
   * @param memory a direct buffer whose address is a multiple of eight
   * @return its words
   */
  public static Words of(ByteBuffer memory) {
    return new BufferWords(memory);
  }

  /**
   * Allocates memory that starts on a cache line.
   *
   * @param bytes the least size, from 0 to 2^31 - 1024
   * @return a direct buffer, filled with zeros
   * @throws IllegalArgumentException if a buffer cannot be that large
   * @throws OutOfMemoryError if there is not enough memory
   */
  public static ByteBuffer allocate(long bytes) {
    // A slice is aligned at both ends: its start is rounded up, its end down.
    long wholeLines = (bytes + LINE - 1) / LINE * LINE + LINE;
    if (bytes < 0 || wholeLines > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "queue: " + bytes + " bytes are more than a buffer can have, "
              + (Integer.MAX_VALUE / LINE * LINE - LINE));
    }
    return ByteBuffer.allocateDirect((int) wholeLines).alignedSlice(LINE);
  }

  @Override
  public int get(int offset) {
    return (int) INT.get(memory, offset);
  }

  @Override
  public void set(int offset, int value) {
    INT.set(memory, offset, value);
  }

  // --8<-- [start:acquire-release]
  @Override
  public int getAcquire(int offset) {
    return (int) INT.getAcquire(memory, offset);
  }

  @Override
  public void setRelease(int offset, int value) {
    INT.setRelease(memory, offset, value);
  }
  // --8<-- [end:acquire-release]

  @Override
  public long getLongAcquire(int offset) {
    return (long) LONG.getAcquire(memory, offset);
  }

  @Override
  public void setLongRelease(int offset, long value) {
    LONG.setRelease(memory, offset, value);
  }
}
