package allocpool.flat;

import java.util.Arrays;

/**
 * The packets between source and processor, first in, first out: a ring of handles that
 * is full all the time, at first of {@link Slab#NONE}. So one place serves both ends: the
 * newest packet goes where the oldest one leaves, and there is no length to keep. Not
 * thread-safe.
 *
 * <p>To touch packets ahead of their turn, the ring is seen as blocks, each of some
 * places but for the last one, which may be shorter.
 */
final class HandleQueue {
  private final int[] handles;
  private int oldest; // the place of the oldest packet, and of the next one to come

  /**
   * Makes a queue without packets.
   *
   * @param length how many wait in it, once it is full; at least 1
   */
  HandleQueue(int length) {
    handles = new int[length];
    Arrays.fill(handles, Slab.NONE);
  }

  /**
   * Puts a packet in and takes the oldest one out.
   *
   * @param newest the one to be put in
   * @return the oldest one; {@link Slab#NONE} as long as the queue fills
   */
  // --8<-- [start:exchange]
  int exchange(int newest) {
    int place = oldest;
    int handle = handles[place];
    handles[place] = newest;
    oldest = place + 1 == handles.length ? 0 : place + 1;
    return handle;
  }
  // --8<-- [end:exchange]

  // --8<-- [start:touch-block]
  /**
   * Whether the oldest packet is the first of a full block.
   *
   * @param blockLength a power of two
   * @return true once in blockLength exchanges, as soon as the queue is full
   */
  boolean isAtBlock(int blockLength) {
    int place = oldest;
    return (place & blockLength - 1) == 0 && handles[place] != Slab.NONE;
  }

  /**
   * Touches the packets of the block after the one that begins with the oldest packet.
   * While they are on their way, the processor works on the packets before them, which
   * were touched last time.
   *
   * @param slab where the packets are
   * @param blockLength for which {@link #isAtBlock} is true
   * @return a meaningless number
   */
  long touchBlock(Slab slab, int blockLength) {
    int next = oldest + blockLength;
    int from = next < handles.length ? next : 0;
    return slab.touch(handles, from, Math.min(from + blockLength, handles.length));
  }
  // --8<-- [end:touch-block]

  /** How many packets wait, once it is full. */
  int length() {
    return handles.length;
  }

  /**
   * Looks at a packet.
   *
   * @param age 0 for the oldest one, up to the length without 1
   * @return its handle, or {@link Slab#NONE}; these come first
   */
  int get(int age) {
    return handles[(oldest + age) % handles.length];
  }
}
