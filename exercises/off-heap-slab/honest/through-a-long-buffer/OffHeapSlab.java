package exercise;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.function.LongToIntFunction;

/** Clears by a LongBuffer where it can; two static lambdas take handles apart. */
public final class OffHeapSlab {
  private static final LongToIntFunction SLOT = handle -> (int) handle;
  private static final LongToIntFunction GENERATION = handle -> (int) (handle >>> Integer.SIZE);
  private static final long USED = 1L << 63;

  private final ByteBuffer memory;
  private final LongBuffer words;
  private final long[] state; // generation, and whether it is used
  private final int[] next;
  private final int stride;
  private final int slotBytes;
  private int first;

  public OffHeapSlab(int slots, int slotBytes) {
    this.slotBytes = slotBytes;
    stride = (slotBytes + 7) / 8 * 8;
    memory = ByteBuffer.allocateDirect(slots * stride);
    words = memory.asLongBuffer();
    state = new long[slots];
    next = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      next[slot] = slot + 1 == slots ? -1 : slot + 1;
    }
  }

  public long acquire() {
    final int slot = first;
    if (slot < 0) {
      return Code.NONE;
    }
    first = next[slot];
    for (int word = slot * stride / 8; word < (slot + 1) * stride / 8; word++) {
      words.put(word, 0L);
    }
    final long generation = state[slot] + 1 & 0xFFFF_FFFFL;
    state[slot] = generation | USED;
    return generation << 32 | slot;
  }

  public int release(long handle) {
    final int code = check(handle);
    if (code == Code.DONE) {
      final int slot = SLOT.applyAsInt(handle);
      state[slot] &= ~USED;
      next[slot] = first;
      first = slot;
    }
    return code;
  }

  public int write(long handle, int offset, long value) {
    final int code = check(handle);
    if (code == Code.DONE && !fits(offset)) {
      return Code.OUTSIDE;
    }
    if (code == Code.DONE) {
      memory.putLong(SLOT.applyAsInt(handle) * stride + offset, value);
    }
    return code;
  }

  public long read(long handle, int offset, long otherwise) {
    return check(handle) == Code.DONE && fits(offset)
        ? memory.getLong(SLOT.applyAsInt(handle) * stride + offset)
        : otherwise;
  }

  private boolean fits(int offset) {
    return offset >= 0 && (long) offset + Long.BYTES <= slotBytes;
  }

  private int check(long handle) {
    final int slot = SLOT.applyAsInt(handle);
    final int generation = GENERATION.applyAsInt(handle);
    if (slot < 0 || slot >= state.length || generation == 0) {
      return Code.FOREIGN;
    }
    final int now = (int) state[slot];
    if (Integer.toUnsignedLong(generation) > Integer.toUnsignedLong(now)) {
      return Code.FOREIGN;
    }
    return generation == now && state[slot] < 0 ? Code.DONE : Code.STALE;
  }
}
