package exercise;

/** A record for what never changes, a sealed type and an arrow switch for what was found. */
public final class MixedPool {
  private record Settings(int most, BufferSource source) {}

  private enum Found { NOTHING, STRANGER, DROPPED, GOOD }

  private final Settings settings;
  private final Buffer[] buffers;
  private int size;

  public MixedPool(int most, BufferSource source) {
    settings = new Settings(most, source);
    buffers = new Buffer[most];
    for (; size < most; size++) {
      buffers[size] = source.make();
    }
  }

  public Packet receive() {
    var buffer = size == 0 ? settings.source().make() : buffers[--size];
    return new Packet(this, buffer);
  }

  public boolean drop(Packet packet) {
    return switch (look(packet)) {
      case NOTHING, STRANGER, DROPPED -> false;
      case GOOD -> {
        if (size < settings.most()) {
          buffers[size++] = packet.buffer;
        }
        packet.buffer = null;
        yield true;
      }
    };
  }

  private Found look(Packet packet) {
    if (packet == null) {
      return Found.NOTHING;
    }
    if (packet.home != this) {
      return Found.STRANGER;
    }
    return packet.buffer() == null ? Found.DROPPED : Found.GOOD;
  }

  public int waiting() {
    return size;
  }
}
