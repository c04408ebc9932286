package exercise;

/** The free packets are a list of places: an array holds the next place of each. */
public final class LifoPool {
  private static final int END = -1;
  private static final int OUT = -2;

  private final Packet[] packets;
  private final int[] next;
  private int head = END;

  public LifoPool(Packet[] packets) {
    this.packets = packets.clone();
    this.next = new int[packets.length];
    for (int i = 0; i < packets.length; ++i) {
      packets[i].mark = i;
      next[i] = head;
      head = i;
    }
  }

  public Packet take() {
    if (head == END) {
      return null;
    }
    final int place = head;
    head = next[place];
    next[place] = OUT;
    return packets[place];
  }

  public boolean release(Packet packet) {
    if (packet == null) return false;
    final int place = packet.mark;
    if (place < 0 || place >= packets.length) return false;
    if (packets[place] != packet || next[place] != OUT) return false;
    next[place] = head;
    head = place;
    return true;
  }
}
