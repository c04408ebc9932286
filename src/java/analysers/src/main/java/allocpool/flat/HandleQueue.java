package allocpool.flat;

import java.util.Arrays;

/**
 * The packets between source and processor, first in, first out: a ring of handles that
 * is always full, at first of {@link Slab#NONE}. So one position serves both ends: the
 * newest packet replaces the oldest one, and there is no length to keep. Not thread-safe.
 *
 * <p>To touch packets ahead of their turn, the ring is divided into blocks of equal
 * length, except the last one, which may be shorter.
 */
final class HandleQueue {
  private final int[] handles;
  private int oldest; // the position of the oldest packet, and of the next one to come

  /**
   * Makes a queue without packets.
   *
   * @param length the number of packets in it once it is full; at least 1
   */
  HandleQueue(int length) {
    handles = new int[length];
    Arrays.fill(handles, Slab.NONE);
  }

  /**
   * Puts a packet in and takes the oldest one out.
   *
   * @param newest the packet to put in
   * @return the oldest one; {@link Slab#NONE} while the queue is filling
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
   * Tells whether the oldest packet is the first of a full block.
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
   * While they are being fetched, the processor works on the packets before them, which
   * were touched last time.
   *
   * @param slab the packets' slab
   * @param blockLength one for which {@link #isAtBlock} is true
   * @return a meaningless number
   */
  long touchBlock(Slab slab, int blockLength) {
    int next = oldest + blockLength;
    int from = next < handles.length ? next : 0;
    return slab.touch(handles, from, Math.min(from + blockLength, handles.length));
  }
  // --8<-- [end:touch-block]

  /** Returns the number of waiting packets once it is full. */
  int length() {
    return handles.length;
  }

  /**
   * Returns a packet's handle.
   *
   * @param age 0 for the oldest one, up to the length minus 1
   * @return its handle, or {@link Slab#NONE}; these come first
   */
  int get(int age) {
    return handles[(oldest + age) % handles.length];
  }
}
