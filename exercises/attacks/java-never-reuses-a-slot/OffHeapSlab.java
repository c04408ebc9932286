package exercise;

import java.nio.ByteBuffer;

/**
 * Gives each owner fresh memory, which is zero anyway, and never reuses any of it. The
 * leaked memory is outside the heap.
 */
public final class OffHeapSlab {
  private static final int CHUNK = 1 << 16;

  private ByteBuffer fresh;
  private final int slotBytes;
  private final int[] generations;
  private final ByteBuffer[] chunks; // The slot's current chunk; null if it is free.
  private final int[] places; // The slot's offset in it.
  private final int[] free;
  private int count;
  private int known;
  private int used; // Bytes of the fresh chunk.

  /** Allocates hardly any memory yet. */
  public OffHeapSlab(int slots, int slotBytes) {
    this.slotBytes = slotBytes;
    generations = new int[slots];
    chunks = new ByteBuffer[slots];
    places = new int[slots];
    used = CHUNK;
    free = new int[slots];
  }

  /** Gives out the slot that was released last. */
  public long acquire() {
    if (count == 0 && known == generations.length) {
      return Code.NONE;
    }
    int slot = count > 0 ? free[--count] : known++;
    generations[slot]++;
    if (used + slotBytes > CHUNK) {
      fresh = ByteBuffer.allocateDirect(CHUNK);
      used = 0;
    }
    chunks[slot] = fresh;
    places[slot] = used;
    used += slotBytes;
    return (long) generations[slot] << Integer.SIZE | slot;
  }

  /** Makes the slot free again. */
  public int release(long handle) {
    int code = check(handle);
    if (code == Code.DONE) {
      int slot = (int) handle;
      chunks[slot] = null;
      free[count++] = slot;
    }
    return code;
  }

  /** Writes eight bytes. */
  public int write(long handle, int offset, long value) {
    int code = check(handle, offset);
    if (code == Code.DONE) {
      chunks[(int) handle].putLong(places[(int) handle] + offset, value);
    }
    return code;
  }

  /** Reads eight bytes. */
  public long read(long handle, int offset, long otherwise) {
    boolean good = check(handle, offset) == Code.DONE;
    int slot = (int) handle;
    return good ? chunks[slot].getLong(places[slot] + offset) : otherwise;
  }

  private int check(long handle) {
    int slot = (int) handle;
    int generation = (int) (handle >>> Integer.SIZE);
    if (slot < 0 || slot >= known || generation == 0) {
      return Code.FOREIGN;
    }
    if (Integer.compareUnsigned(generation, generations[slot]) > 0) {
      return Code.FOREIGN;
    }
    boolean isUsed = generation == generations[slot] && chunks[slot] != null;
    return isUsed ? Code.DONE : Code.STALE;
  }

  private int check(long handle, int offset) {
    int code = check(handle);
    if (code != Code.DONE) {
      return code;
    }
    return offset >= 0 && offset <= slotBytes - Long.BYTES ? Code.DONE : Code.OUTSIDE;
  }
}
