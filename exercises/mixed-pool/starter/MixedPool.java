package exercise;

/**
 * Allocates packets, but reuses their buffers. The pool of buffers is a stack of bounded
 * size: if it's empty, a new buffer is made, and if it's full, a buffer that comes back
 * is left to the collector. For one thread.
 */
public final class MixedPool {
  // Your code here.

  /** Makes a full pool, which never keeps more than {@code most} buffers. */
  public MixedPool(int most, BufferSource source) {
    // Your code here.
  }

  /** Allocates a packet with the buffer that came back last, or a new one if none has. */
  public Packet receive() {
    // Your code here.
    return null;
  }

  /** Takes back a packet's buffer. Does nothing and returns false if it isn't ours. */
  public boolean drop(Packet packet) {
    // Your code here.
    return false;
  }

  /** The number of buffers that wait to be reused. */
  public int waiting() {
    // Your code here.
    return 0;
  }
}
