package exercise;

/**
 * A pool of packets that is a stack: the packet released last is taken first. It finds
 * packets that are released though they are not out, and allocates nothing after its
 * construction. For one thread.
 */
public final class LifoPool {
  // Your code here.

  /** Makes a pool that owns the packets; the last one is taken first. */
  public LifoPool(Packet[] packets) {
    // Your code here.
  }

  /** The packet that was released last; null if all are out. */
  public Packet take() {
    // Your code here.
    return null;
  }

  /** Puts the packet on top; false, and nothing is done, if it is not out. */
  public boolean release(Packet packet) {
    // Your code here.
    return false;
  }
}
