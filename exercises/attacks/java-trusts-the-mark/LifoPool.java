package exercise;

/**
 * Believes whatever a mark says. Each pool has a number, and any packet with that number
 * can be released into it.
 */
public final class LifoPool {
  private static int pools;

  private final int here; // The mark of a packet of ours that is here; one more: it is out.
  private final Packet[] free;
  private int count;

  /** Makes a pool that owns the packets; the last one is taken first. */
  public LifoPool(Packet[] packets) {
    here = 2 * ++pools;
    free = packets.clone();
    count = packets.length;
    for (Packet packet : free) {
      packet.mark = here;
    }
  }

  /** The packet that was released last; null if all are out. */
  public Packet take() {
    if (count == 0) {
      return null;
    }
    Packet packet = free[--count];
    packet.mark = here + 1;
    return packet;
  }

  /** Puts the packet on top; false, and nothing is done, if its mark says that it is not out. */
  public boolean release(Packet packet) {
    if (packet == null || packet.mark != here + 1) {
      return false;
    }
    packet.mark = here;
    free[count++] = packet;
    return true;
  }
}
