package exercise;

/**
 * Allocates packets, but reuses their buffers. The pool of buffers is a stack of bounded
 * size: if it's empty, a new buffer is made, and if it's full, a buffer that comes back
 * is left to the collector. For one thread.
 */
public final class MixedPool {
  // BEGIN SOLUTION
  private final BufferSource source;
  private final Buffer[] free; // On top: the last one to come back, still in a cache.
  private int count;
  // END SOLUTION

  /** Makes a full pool, which never keeps more than {@code most} buffers. */
  public MixedPool(int most, BufferSource source) {
    // BEGIN SOLUTION
    this.source = source;
    free = new Buffer[most];
    while (count < most) {
      free[count++] = source.make();
    }
    // END SOLUTION
  }

  /** Allocates a packet with the buffer that came back last, or a new one if none has. */
  public Packet receive() {
    // BEGIN SOLUTION
    if (count == 0) {
      return new Packet(this, source.make());
    }
    Buffer buffer = free[--count];
    free[count] = null; // The pool must not keep alive what it gave away.
    return new Packet(this, buffer);
    // STARTER: return null;
    // END SOLUTION
  }

  /** Takes back a packet's buffer. Does nothing and returns false if it isn't ours. */
  public boolean drop(Packet packet) {
    // BEGIN SOLUTION
    if (packet == null || packet.home != this || packet.buffer == null) {
      return false;
    }
    if (count < free.length) {
      free[count++] = packet.buffer;
    }
    packet.buffer = null; // A late reader must not see the next packet's bytes.
    return true;
    // STARTER: return false;
    // END SOLUTION
  }

  /** The number of buffers that wait to be reused. */
  public int waiting() {
    // BEGIN SOLUTION
    return count;
    // STARTER: return 0;
    // END SOLUTION
  }
}
