package exercise;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

public final class SizeClassAllocator {
  private record Loan(SizeClassAllocator by) {}

  private static final IntFunction<Buffer> MAKE = Buffer::new;
  private static final IntFunction<Buffer[]> NONE = count -> new Buffer[count];

  private final Loan mine = new Loan(this);
  private final int first;
  private final int last;
  private final int bound;
  private final Buffer[][] stacks;
  private final int[] counts;
  private final int[] lowest;

  public SizeClassAllocator(int smallest, int largest, int bound) {
    first = Integer.numberOfTrailingZeros(smallest);
    last = Integer.numberOfTrailingZeros(largest);
    this.bound = bound;
    stacks = IntStream.rangeClosed(first, last)
        .map(bits -> bound >> bits)
        .mapToObj(most -> NONE.apply(Math.min(most, 16)))
        .toArray(Buffer[][]::new);
    counts = new int[stacks.length];
    lowest = new int[stacks.length];
  }

  private int number(int size) {
    int bits = size == 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    return Math.max(bits - first, 0);
  }

  public Buffer allocate(int size) {
    if (size < 1) {
      return null;
    }
    int n = number(size);
    Buffer buffer;
    if (n >= stacks.length) {
      buffer = MAKE.apply(size);
    } else if (counts[n] == 0) {
      buffer = MAKE.apply(1 << first + n);
    } else {
      buffer = stacks[n][--counts[n]];
      stacks[n][counts[n]] = null;
      lowest[n] = Math.min(lowest[n], counts[n]);
    }
    buffer.owner = mine;
    buffer.bytes.order(ByteOrder.BIG_ENDIAN).position(0).limit(size);
    return buffer;
  }

  public boolean release(Buffer buffer) {
    if (buffer == null || buffer.owner != mine) {
      return false;
    }
    buffer.owner = null;
    int capacity = buffer.bytes.capacity();
    int n = number(capacity);
    if (n < stacks.length && Integer.bitCount(capacity) == 1 && n + first >= 0
        && 1 << n + first == capacity && (counts[n] + 1L) * capacity <= bound) {
      if (counts[n] == stacks[n].length) {
        stacks[n] = Arrays.copyOf(stacks[n], 2 * counts[n] + 1);
      }
      stacks[n][counts[n]++] = buffer;
    }
    return true;
  }

  public long retained() {
    long sum = 0;
    for (int n = 0; n < counts.length; n++) {
      sum += (long) counts[n] << first + n;
    }
    return sum;
  }

  public long trim() {
    long before = retained();
    for (int n = 0; n < counts.length; n++) {
      int left = counts[n] - lowest[n];
      System.arraycopy(stacks[n], lowest[n], stacks[n], 0, left);
      Arrays.fill(stacks[n], left, counts[n], null);
      counts[n] = lowest[n] = left;
    }
    return before - retained();
  }
}
