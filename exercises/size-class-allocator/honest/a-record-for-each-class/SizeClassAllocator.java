package exercise;

import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Finds a stack by a record. Each class is looked up when the allocator is made. */
public final class SizeClassAllocator {
  private record Size(int bytes) {}

  private record Tier(Size size, Deque<Buffer> kept, int[] old) {}

  private final Map<Size, Tier> tiers = new HashMap<>();
  private final Tier[] list;
  private final int largest;
  private final int bound;

  public SizeClassAllocator(int smallest, int largest, int bound) {
    this.largest = largest;
    this.bound = bound;
    int count = 0;
    for (long bytes = smallest; bytes <= largest; bytes *= 2) {
      Size size = new Size((int) bytes);
      tiers.put(size, new Tier(size, new ArrayDeque<>(), new int[1]));
      count++;
    }
    list = new Tier[count];
    for (int i = 0; i < count; i++) {
      list[i] = tiers.get(new Size(smallest << i));
    }
  }

  public Buffer allocate(int size) {
    if (size <= 0) {
      return null;
    }
    Buffer buffer = null;
    if (size <= largest) {
      Tier tier = tier(size);
      buffer = tier.kept().pollLast();
      tier.old()[0] = Math.min(tier.old()[0], tier.kept().size());
    }
    if (buffer == null) {
      buffer = new Buffer(size <= largest ? tier(size).size().bytes() : size);
      buffer.owner = this;
    }
    buffer.mark = 1;
    buffer.bytes.clear().limit(size).order(ByteOrder.BIG_ENDIAN);
    return buffer;
  }

  public boolean release(Buffer buffer) {
    if (buffer == null || buffer.owner != this || buffer.mark == 0) {
      return false;
    }
    buffer.mark = 0;
    int capacity = buffer.bytes.capacity();
    if (capacity <= largest) {
      Deque<Buffer> kept = tier(capacity).kept();
      if ((long) (kept.size() + 1) * capacity <= bound) {
        kept.addLast(buffer);
      }
    }
    return true;
  }

  public long retained() {
    long bytes = 0;
    for (Tier tier : list) {
      bytes += (long) tier.size().bytes() * tier.kept().size();
    }
    return bytes;
  }

  public long trim() {
    long freed = 0;
    for (Tier tier : list) {
      for (int old = tier.old()[0]; old > 0; old--) {
        tier.kept().pollFirst();
        freed += tier.size().bytes();
      }
      tier.old()[0] = tier.kept().size();
    }
    return freed;
  }

  private Tier tier(int size) {
    int place = 0;
    while (list[place].size().bytes() < size) {
      place++;
    }
    return list[place];
  }
}
