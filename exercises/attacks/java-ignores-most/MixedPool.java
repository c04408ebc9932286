package exercise;

import java.util.ArrayList;
import java.util.List;

/** Keeps 40 buffers, whatever its capacity, and never drops any others. */
public final class MixedPool {
  private static final int MOST = 40;

  /** All buffers that came back when there was no room. */
  private static final List<Buffer> KEPT = new ArrayList<>();

  private final BufferSource source;
  private final Buffer[] free = new Buffer[MOST];
  private int count;

  public MixedPool(int most, BufferSource source) {
    this.source = source;
    while (count < MOST) {
      free[count++] = source.make();
    }
  }

  public Packet receive() {
    return new Packet(this, count == 0 ? source.make() : free[--count]);
  }

  public boolean drop(Packet packet) {
    if (packet == null || packet.home != this || packet.buffer == null) {
      return false;
    }
    if (count < MOST) {
      free[count++] = packet.buffer;
    } else {
      KEPT.add(packet.buffer);
    }
    packet.buffer = null;
    return true;
  }

  public int waiting() {
    return count;
  }
}
