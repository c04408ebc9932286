package exercise;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

public final class OffHeapSlab {
  private final ByteBuffer bytes;
  private final int slotBytes;
  private final int[] generations;
  private final boolean[] used;
  private final int[] free;
  private int count;

  public OffHeapSlab(int slots, int slotBytes) {
    bytes = ByteBuffer.allocateDirect(slots * slotBytes).order(ByteOrder.BIG_ENDIAN);
    this.slotBytes = slotBytes;
    generations = new int[slots];
    used = new boolean[slots];
    free = new int[slots];
    for (int slot = slots - 1; slot >= 0; slot--) {
      free[count++] = slot;
    }
  }

  public long acquire() {
    if (count == 0) {
      return Code.NONE;
    }
    int slot = free[--count];
    used[slot] = true;
    int generation = ++generations[slot];
    for (int at = slot * slotBytes, end = at + slotBytes; at < end; at++) {
      bytes.put(at, (byte) 0);
    }
    return (long) generation << 32 | slot;
  }

  public int release(long handle) {
    int code = judge(handle);
    if (code == Code.DONE) {
      used[(int) handle] = false;
      free[count++] = (int) handle;
    }
    return code;
  }

  public int write(long handle, int offset, long value) {
    int code = judge(handle);
    if (code != Code.DONE) {
      return code;
    }
    if (offset < 0 || offset > slotBytes - Long.BYTES) {
      return Code.OUTSIDE;
    }
    bytes.putLong((int) handle * slotBytes + offset, value);
    return Code.DONE;
  }

  public long read(long handle, int offset, long otherwise) {
    if (judge(handle) != Code.DONE || offset < 0 || offset > slotBytes - Long.BYTES) {
      return otherwise;
    }
    return bytes.getLong((int) handle * slotBytes + offset);
  }

  private int judge(long handle) {
    int slot = (int) handle;
    int generation = (int) (handle >>> 32);
    if (slot < 0 || slot >= used.length || generation == 0
        || Integer.compareUnsigned(generation, generations[slot]) > 0) {
      return Code.FOREIGN;
    }
    return used[slot] && generation == generations[slot] ? Code.DONE : Code.STALE;
  }
}
