package exercise;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;

public final class MixedPool {
  /** A stack of limited size, for anything. */
  private static class Limited<T> implements Iterable<T> {
    private final Object[] items;
    private int size;

    Limited(int most) {
      items = new Object[most];
    }

    boolean offer(T item) {
      if (size == items.length) {
        return false;
      }
      items[size++] = item;
      return true;
    }

    @SuppressWarnings("unchecked")
    T poll() {
      if (size == 0) {
        return null;
      }
      T item = (T) items[--size];
      items[size] = null;
      return item;
    }

    @Override
    public Iterator<T> iterator() {
      return new Iterator<>() {
        private int at;

        @Override
        public boolean hasNext() {
          return at < size;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T next() {
          if (!hasNext()) {
            throw new NoSuchElementException("only " + size);
          }
          return (T) items[at++];
        }
      };
    }
  }

  private final Limited<Buffer> limited;
  private final BufferSource source;
  private final Predicate<Packet> mine = packet -> packet.home == MixedPool.this;

  public MixedPool(int most, BufferSource source) {
    this.limited = new Limited<>(most);
    this.source = Optional.ofNullable(source).orElseThrow();
    while (limited.size < most && limited.offer(source.make())) {
      continue;
    }
    for (Buffer buffer : limited) {
      Arrays.fill(buffer.bytes, (byte) 0);
    }
  }

  public Packet receive() {
    Buffer buffer = limited.poll();
    return new Packet(this, buffer != null ? buffer : source.make());
  }

  public boolean drop(Packet packet) {
    if (packet == null || !mine.test(packet) || packet.buffer == null) {
      return false;
    }
    limited.offer(packet.buffer);
    packet.buffer = null;
    return true;
  }

  public int waiting() {
    return limited.size;
  }
}
