package allocpool.allocator;

import java.util.Arrays;

/**
 * Free buffers of one size class that are at one thread's hand: a stack, because the
 * buffer that came back last is the one whose bytes are most likely still in a cache.
 *
 * <p>It has room for two magazines. It asks the depot for one when it is empty, and gives
 * one when it is full, so that between two such visits there are as many calls as a
 * magazine has buffers, whatever their order. What it does not need it gives to the depot
 * as well, which knows whether others do.
 *
 * <p>Not thread-safe.
 */
final class BufferStack extends LinePadding {
  private final Depot depot;
  private final PooledBuffer[] slots;
  private int size;
  private int lowest; // of the sizes since the last trimming
  private int sizeAfterTrim;

  /**
   * Makes an empty stack.
   *
   * @param depot where buffers come from and go to
   */
  BufferStack(Depot depot) {
    this.depot = depot;
    slots = new PooledBuffer[2 * depot.perMagazine()];
  }

  /**
   * Takes a buffer.
   *
   * @return null if there is none, here and in the depot
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
    return slots[size]; // the slot keeps it: see push
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
   * Gives to the depot what was not needed since the last call, and forgets the buffers
   * on loan that its slots still refer to.
   *
   * <p>It gives whole magazines only, and keeps the rest, fewer buffers than one has: the
   * stack of a thread that only releases is never empty, and what it left to the garbage
   * collector at each call, others would make anew. A stack in which nothing has moved
   * since the last call keeps nothing.
   */
  void trim() {
    boolean isIdle = size == lowest && size == sizeAfterTrim;
    for (int left = lowest; left >= depot.perMagazine(); left -= depot.perMagazine()) {
      giveOldest();
    }
    leaveFrom(isIdle ? 0 : size);
  }

  /** Leaves everything to the garbage collector. */
  void clear() {
    leaveFrom(0);
  }

  /** Leaves to the garbage collector what lies in the slots from there on. */
  private void leaveFrom(int slot) {
    Arrays.fill(slots, slot, slots.length, null);
    size = slot;
    lowest = slot;
    sizeAfterTrim = slot;
  }

  /** How many buffers there are. */
  int size() {
    return size;
  }
}
