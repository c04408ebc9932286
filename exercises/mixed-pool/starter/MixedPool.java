package exercise;

/**
 * Packets that are made anew, in buffers that are used again. The pool of buffers is a
 * stack of bounded size: when it is empty a buffer is made, and when it is full one that
 * comes back is left to the collector. For one thread.
 */
public final class MixedPool {
  // Your code here.

  /** Makes a full pool, which never keeps more than {@code most} buffers. */
  public MixedPool(int most, BufferSource source) {
    // Your code here.
  }

  /** A new packet, in the buffer that came back last; in a new one if there is none. */
  public Packet receive() {
    // Your code here.
    return null;
  }

  /** Takes a packet's buffer back; false, and nothing is done, if it has none of ours. */
  public boolean drop(Packet packet) {
    // Your code here.
    return false;
  }

  /** How many buffers wait to be used again. */
  public int waiting() {
    // Your code here.
    return 0;
  }
}
