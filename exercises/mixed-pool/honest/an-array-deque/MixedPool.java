package exercise;

import java.util.ArrayDeque;
import java.util.Deque;

public final class MixedPool {
  private final Deque<Buffer> buffers;
  private final int most;
  private final BufferSource source;

  public MixedPool(int most, BufferSource source) {
    this.most = most;
    this.source = source;
    this.buffers = new ArrayDeque<>(most + 1);
    while (buffers.size() < most) {
      buffers.push(source.make());
    }
  }

  public Packet receive() {
    Buffer buffer = buffers.poll();
    return new Packet(this, buffer == null ? source.make() : buffer);
  }

  public boolean drop(Packet packet) {
    if (packet == null || packet.home != this || packet.buffer == null) {
      return false;
    }
    if (buffers.size() < most) {
      buffers.push(packet.buffer);
    }
    packet.buffer = null;
    return true;
  }

  public int waiting() {
    return buffers.size();
  }
}
