package exercise;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

public final class MixedPool {
  /** What is kept. */
  private static final class Shelf {
    private final List<Buffer> kept;
    private final int room;

    Shelf(int room) {
      this.room = room;
      kept = new ArrayList<>(room);
    }

    Buffer last() {
      return kept.isEmpty() ? null : kept.remove(kept.size() - 1);
    }

    void put(Buffer buffer) {
      if (kept.size() != room) {
        kept.add(Objects.requireNonNull(buffer));
      }
    }
  }

  private final Shelf shelf;
  private final BufferSource source;

  public MixedPool(int most, BufferSource source) {
    shelf = new Shelf(most);
    this.source = source;
    for (int i = 1; i <= most; i++) {
      shelf.put(source.make());
    }
  }

  public Packet receive() {
    Buffer buffer = shelf.last();
    if (buffer == null) {
      buffer = source.make();
    }
    return new Packet(this, buffer);
  }

  public boolean drop(Packet packet) {
    if (packet == null || packet.home != this) {
      return false;
    }
    Buffer buffer = packet.buffer;
    if (buffer == null) {
      return false;
    }
    packet.buffer = null;
    shelf.put(buffer);
    return true;
  }

  public int waiting() {
    return shelf.kept.size();
  }
}
