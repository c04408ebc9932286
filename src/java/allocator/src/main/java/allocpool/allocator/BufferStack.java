package allocpool.allocator;

import java.util.Arrays;

/**
 * One thread's free buffers of one size class: a stack, because the bytes of the buffer
 * that came back last are most likely still in the processor's cache.
 *
 * <p>It has room for two magazines. It fetches one from the depot when it is empty, and
 * gives one back when it is full, so after a visit that moved a magazine, the next is at
 * least a magazine's calls away, whatever their order. Surplus buffers go to the depot
 * as well, where other threads can find them.
 *
 * <p>Not thread-safe.
 */
final class BufferStack extends LinePadding {
  private final Depot depot;
  private final PooledBuffer[] slots;
  private int size;
  private int lowest; // the lowest size since the last trimming
  private int sizeAfterTrim;

  /**
   * Makes an empty stack.
   *
   * @param depot the source and destination of magazines
   */
  BufferStack(Depot depot) {
    this.depot = depot;
    slots = new PooledBuffer[2 * depot.perMagazine()];
  }

  /**
   * Takes a buffer.
   *
   * @return null if there is none, neither here nor in the depot
   */
  // --8<-- [start:stack]
  PooledBuffer pop() {
    if (size == 0 && !refill()) {
      return null;
    }
    size--;
    if (size < lowest) {
      lowest = size;
    }
    return slots[size]; // the slot keeps its reference: see push
  }

  /**
   * Adds a buffer.
   *
   * @param buffer one that is in no stack and no depot
   */
  void push(PooledBuffer buffer) {
    if (size == slots.length) {
      drain();
    }
    // A buffer that returns to the slot it came from needn't be stored. Storing a
    // reference costs more than storing a number, because of the write barrier.
    if (slots[size] != buffer) {
      slots[size] = buffer;
    }
    size++;
  }

  private boolean refill() {
    if (!depot.take(slots)) {
      return false;
    }
    size = depot.perMagazine();
    return true;
  }

  private void drain() {
    giveOldest();
    lowest = Math.min(lowest, size);
  }

  private void giveOldest() {
    depot.give(slots); // the lower end, whose buffers are colder
    size -= depot.perMagazine();
    System.arraycopy(slots, depot.perMagazine(), slots, 0, size);
  }
  // --8<-- [end:stack]

  /**
   * Gives the buffers not needed since the last call to the depot, and clears the slots
   * that still refer to buffers on loan.
   *
   * <p>It gives only whole magazines, and keeps the remainder: the stack of a thread that
   * only releases is never empty, and other threads would have to remake what it
   * dropped at each call. A stack that has its old size, and never had less, keeps
   * nothing.
   */
  void trim() {
    boolean isIdle = size == lowest && size == sizeAfterTrim;
    for (int left = lowest; left >= depot.perMagazine(); left -= depot.perMagazine()) {
      giveOldest();
    }
    leaveFrom(isIdle ? 0 : size);
  }

  /** Leaves all buffers to the garbage collector. */
  void clear() {
    leaveFrom(0);
  }

  /** Leaves the buffers from this slot on to the garbage collector. */
  private void leaveFrom(int slot) {
    Arrays.fill(slots, slot, slots.length, null);
    size = slot;
    lowest = slot;
    sizeAfterTrim = slot;
  }

  /** Returns the number of buffers. */
  int size() {
    return size;
  }
}
