package exercise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Headers in the buffer in the machine's order, contents by a view handle in big-endian. */
public final class OffHeapSlab {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int HEADER = 8;
  private static final int LAST = -1;
  private static final int IN_USE = -2;

  private final ByteBuffer all;
  private final int slots;
  private final int size;
  private int top = LAST;

  public OffHeapSlab(int slots, int slotBytes) {
    this.slots = slots;
    size = HEADER + slotBytes;
    System.out.printf("%,d slots of %d bytes%n", slots, slotBytes);
    all = ByteBuffer.allocateDirect(slots * size).order(ByteOrder.nativeOrder());
    for (int slot = slots - 1; slot >= 0; slot--) {
      all.putInt(slot * size + 4, top);
      top = slot;
    }
  }

  public long acquire() {
    if (top == LAST) {
      return Code.NONE;
    }
    int at = top * size;
    int generation = all.getInt(at) + 1;
    long handle = Integer.toUnsignedLong(generation) << 32 | top;
    top = all.getInt(at + 4);
    all.putInt(at, generation).putInt(at + 4, IN_USE);
    for (int i = at + HEADER; i < at + size; i++) {
      all.put(i, (byte) 0);
    }
    return handle;
  }

  public int release(long handle) {
    int code = code(handle);
    if (code == Code.DONE) {
      all.putInt((int) handle * size + 4, top);
      top = (int) handle;
    }
    return code;
  }

  public int write(long handle, int offset, long value) {
    int code = code(handle);
    if (code == Code.DONE) {
      if (offset < 0 || offset > size - HEADER - 8) {
        return Code.OUTSIDE;
      }
      LONG.set(all, (int) handle * size + HEADER + offset, value);
    }
    return code;
  }

  public long read(long handle, int offset, long otherwise) {
    if (code(handle) != Code.DONE || offset < 0 || offset > size - HEADER - 8) {
      return otherwise;
    }
    return (long) LONG.get(all, (int) handle * size + HEADER + offset);
  }

  private int code(long handle) {
    long slot = handle & 0xFFFF_FFFFL;
    int generation = (int) (handle >> 32);
    if (slot >= slots || generation == 0) {
      return Code.FOREIGN;
    }
    int now = all.getInt((int) slot * size);
    if (Integer.compareUnsigned(generation, now) > 0) {
      return Code.FOREIGN;
    }
    boolean used = all.getInt((int) slot * size + 4) == IN_USE;
    return used && now == generation ? Code.DONE : Code.STALE;
  }
}
