package exercise;

/**
 * A pool of packets that is a stack: the packet released last is taken first. It finds
 * packets that are released though they are not out, and allocates nothing after its
 * construction. For one thread.
 */
public final class LifoPool {
  // BEGIN SOLUTION
  private final Packet[] home; // Where a packet never moves.
  private final Packet[] free; // The stack of those that are not out.
  private int count;
  // END SOLUTION

  /** Makes a pool that owns the packets; the last one is taken first. */
  public LifoPool(Packet[] packets) {
    // BEGIN SOLUTION
    home = packets.clone();
    free = packets.clone();
    count = packets.length;
    for (int place = 0; place < count; place++) {
      home[place].mark = place;
    }
    // END SOLUTION
  }

  /** The packet that was released last; null if all are out. */
  public Packet take() {
    // BEGIN SOLUTION
    if (count == 0) {
      return null;
    }
    Packet packet = free[--count];
    packet.mark = ~packet.mark; // Negative: out.
    return packet;
    // STARTER: return null;
    // END SOLUTION
  }

  /** Puts the packet on top; false, and nothing is done, if it is not out. */
  public boolean release(Packet packet) {
    // BEGIN SOLUTION
    if (packet == null) {
      return false;
    }
    int place = ~packet.mark;
    // A stranger's mark may be anything: only its own place tells that a packet is ours.
    if (place < 0 || place >= home.length || home[place] != packet) {
      return false;
    }
    packet.mark = place;
    free[count++] = packet;
    return true;
    // STARTER: return false;
    // END SOLUTION
  }
}
