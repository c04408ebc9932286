package allocpool.allocator;

import java.util.Arrays;

/**
 * Free buffers of one size class that are at one thread's hand: a stack, because the
 * buffer that came back last is the one whose bytes are most likely still in a cache.
 *
 * <p>It has room for two magazines. It asks the depot for one when it is empty, and gives
 * one when it is full, so that between two such visits there are as many calls as a
 * magazine has buffers, whatever their order.
 *
 * <p>Not thread-safe.
 */
final class BufferStack extends LinePadding {
  private final Depot depot;
  private final PooledBuffer[] slots;
  private int size;
  private int lowest; // of the sizes since the last trimming

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
    return slots[size]; // and it stays there: see push
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
    // Where a buffer comes back to the slot that it was taken from, nothing needs to be
    // stored. To store a reference costs more than a number: collectors want to know.
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
    depot.give(slots); // the older half: it is the colder one
    size -= depot.perMagazine();
    System.arraycopy(slots, depot.perMagazine(), slots, 0, size);
    lowest = Math.min(lowest, size);
  }
  // --8<-- [end:stack]

  /**
   * Leaves to the garbage collector what was not needed since the last call, and forgets
   * the buffers on loan that its slots still refer to.
   */
  void trim() {
    size -= lowest;
    System.arraycopy(slots, lowest, slots, 0, size);
    Arrays.fill(slots, size, slots.length, null);
    lowest = size;
  }
}
