package exercise;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A BitSet marks the packets that are out; the stack is a large enough ArrayList. */
public final class LifoPool {
  private final List<Packet> owned;
  private final ArrayList<Packet> free;
  private final BitSet out;

  public LifoPool(Packet[] packets) {
    owned = List.of(packets);
    free = new ArrayList<>(owned);
    out = new BitSet(packets.length);
    int number = 0;
    for (var packet : packets) {
      packet.mark = number++;
    }
  }

  public Packet take() {
    if (free.isEmpty()) {
      return null;
    }
    var packet = free.remove(free.size() - 1);
    out.set(packet.mark);
    return packet;
  }

  public boolean release(Packet packet) {
    if (!isOut(packet)) {
      return false;
    }
    out.clear(packet.mark);
    return free.add(packet);
  }

  private boolean isOut(Packet packet) {
    if (packet == null || packet.mark < 0 || packet.mark >= owned.size()) {
      return false;
    }
    return owned.get(packet.mark) == packet && out.get(packet.mark);
  }
}
