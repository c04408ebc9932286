package exercise;

/**
 * A pool of packets that works as a stack: the packet released last is taken first. It
 * detects releases of packets that aren't out, and allocates nothing after construction.
 * For one thread.
 */
public final class LifoPool {
  // BEGIN SOLUTION
  private final Packet[] home; // Here packets never move.
  private final Packet[] free; // The stack of packets that aren't out.
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

  /** Takes the packet that was released last; null if all are out. */
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

  /** Puts the packet on top; does nothing and returns false if it isn't out. */
  public boolean release(Packet packet) {
    // BEGIN SOLUTION
    if (packet == null) {
      return false;
    }
    int place = ~packet.mark;
    // A stranger's mark may be anything: a packet is ours only if its place contains it.
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
