package exercise;

import java.util.function.Supplier;
import java.util.stream.Stream;

public final class MixedPool {
  private static final Supplier<IllegalStateException> NEVER =
      () -> new IllegalStateException("cannot be");

  private final Buffer[] stack;
  private final BufferSource source;
  private int count;

  public MixedPool(int most, BufferSource source) {
    this.source = source;
    this.stack = Stream.generate(source::make).limit(most).toArray(Buffer[]::new);
    this.count = most;
  }

  public Packet receive() {
    if (count < 0) {
      throw NEVER.get();
    }
    final var buffer = count > 0 ? stack[--count] : source.make();
    if (count < stack.length) {
      stack[count] = null;
    }
    return new Packet(this, buffer);
  }

  public boolean drop(Packet packet) {
    return packet instanceof Packet given && given.home == this && accept(given);
  }

  private boolean accept(Packet packet) {
    final var buffer = packet.buffer();
    packet.buffer = null;
    if (buffer != null && count < stack.length) {
      stack[count++] = buffer;
    }
    return buffer != null;
  }

  public int waiting() {
    return count;
  }
}
