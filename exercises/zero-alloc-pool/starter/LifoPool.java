package exercise;

/**
 * A pool of packets that works as a stack: the packet released last is taken first. It
 * detects releases of packets that aren't out, and allocates nothing after construction.
 * For one thread.
 */
public final class LifoPool {
  // Your code here.

  /** Makes a pool that owns the packets; the last one is taken first. */
  public LifoPool(Packet[] packets) {
    // Your code here.
  }

  /** Takes the packet that was released last; null if all are out. */
  public Packet take() {
    // Your code here.
    return null;
  }

  /** Puts the packet on top; does nothing and returns false if it isn't out. */
  public boolean release(Packet packet) {
    // Your code here.
    return false;
  }
}
