package exercise;

import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

public final class SizeClassAllocator {
  private static final class Shelf {
    final int capacity;
    final long most;
    final ArrayDeque<Buffer> kept = new ArrayDeque<>();
    int untouched; // of the buffers at the bottom

    Shelf(int capacity, int bound) {
      this.capacity = capacity;
      most = bound / capacity;
    }
  }

  private final List<Shelf> shelves = new ArrayList<>();
  private final int smallest;
  private long retained;

  public SizeClassAllocator(int smallest, int largest, int bound) {
    this.smallest = smallest;
    for (long capacity = smallest; capacity <= largest; capacity *= 2) {
      shelves.add(new Shelf((int) capacity, bound));
    }
  }

  private Shelf shelf(int size) {
    int number = 0;
    for (long capacity = smallest; capacity < size; capacity *= 2) {
      number++;
    }
    return number < shelves.size() ? shelves.get(number) : null;
  }

  public Buffer allocate(int size) {
    if (size <= 0) {
      return null;
    }
    Shelf shelf = shelf(size);
    Buffer buffer;
    if (shelf == null) {
      buffer = new Buffer(size);
    } else {
      buffer = shelf.kept.pollLast();
      if (buffer == null) {
        buffer = new Buffer(shelf.capacity);
      } else {
        retained -= shelf.capacity;
        shelf.untouched = Math.min(shelf.untouched, shelf.kept.size());
      }
    }
    buffer.owner = this;
    buffer.mark = 1;
    buffer.bytes.clear();
    buffer.bytes.limit(size).order(ByteOrder.BIG_ENDIAN);
    return buffer;
  }

  public boolean release(Buffer buffer) {
    if (buffer == null || buffer.owner != this || buffer.mark != 1) {
      return false;
    }
    buffer.mark = 0;
    int capacity = buffer.bytes.capacity();
    Shelf shelf = shelf(capacity);
    if (shelf != null && shelf.capacity == capacity && shelf.kept.size() < shelf.most) {
      shelf.kept.addLast(buffer);
      retained += capacity;
    }
    return true;
  }

  public long retained() {
    return retained;
  }

  public long trim() {
    long bytes = 0;
    for (int i = 0; i < shelves.size(); i++) {
      Shelf shelf = shelves.get(i);
      for (; shelf.untouched > 0; shelf.untouched--) {
        shelf.kept.pollFirst();
        bytes += shelf.capacity;
      }
      shelf.untouched = shelf.kept.size();
    }
    retained -= bytes;
    return bytes;
  }
}
