package exercise;

/**
 * Packets that are made anew, in buffers that are used again. The pool of buffers is a
 * stack of bounded size: when it is empty a buffer is made, and when it is full one that
 * comes back is left to the collector. For one thread.
 */
public final class MixedPool {
  // BEGIN SOLUTION
  private final BufferSource source;
  private final Buffer[] free; // On top lies what came back last: it is still in a cache.
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

  /** A new packet, in the buffer that came back last; in a new one if there is none. */
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

  /** Takes a packet's buffer back; false, and nothing is done, if it has none of ours. */
  public boolean drop(Packet packet) {
    // BEGIN SOLUTION
    if (packet == null || packet.home != this || packet.buffer == null) {
      return false;
    }
    if (count < free.length) {
      free[count++] = packet.buffer;
    }
    packet.buffer = null; // Whoever keeps the packet shall not see the next one's bytes.
    return true;
    // STARTER: return false;
    // END SOLUTION
  }

  /** How many buffers wait to be used again. */
  public int waiting() {
    // BEGIN SOLUTION
    return count;
    // STARTER: return 0;
    // END SOLUTION
  }
}
