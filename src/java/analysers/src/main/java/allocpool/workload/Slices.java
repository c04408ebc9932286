package allocpool.workload;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The work done in consecutive slices of time. Adding a slice allocates nothing: there is
 * room for the requested number, up to {@link #MAX_CAPACITY}.
 */
final class Slices {
  /** Twelve megabytes; more would influence the measurement. */
  static final int MAX_CAPACITY = 1_000_000;

  private final int[] packets;
  private final long[] nanoseconds;
  private int count;

  /**
   * Allocates the arrays.
   *
   * @param capacity the most slices needed, more than 0
   */
  Slices(double capacity) {
    int slots = (int) Math.min(MAX_CAPACITY, Math.ceil(capacity));
    packets = new int[slots];
    nanoseconds = new long[slots];
  }

  void clear() {
    count = 0;
  }

  boolean isFull() {
    return count == packets.length;
  }

  /**
   * Adds a slice; there must be room.
   *
   * @param packets the number of packets in it
   * @param nanoseconds its length
   */
  void add(int packets, long nanoseconds) {
    this.packets[count] = packets;
    this.nanoseconds[count++] = nanoseconds;
  }

  int count() {
    return count;
  }

  /** Returns the number of packets in all slices. */
  long packets() {
    return IntStream.range(0, count).mapToLong(i -> packets[i]).sum();
  }

  /** Returns the length of all slices. */
  long nanoseconds() {
    return IntStream.range(0, count).mapToLong(i -> nanoseconds[i]).sum();
  }

  /** Returns the length of the longest slice. */
  long longestNanoseconds() {
    return IntStream.range(0, count).mapToLong(i -> nanoseconds[i]).max().orElse(0);
  }

  /** Returns pairs of packets and nanoseconds. */
  List<List<Number>> asList() {
    return IntStream.range(0, count)
        .mapToObj(i -> List.<Number>of(packets[i], nanoseconds[i]))
        .collect(Collectors.toList());
  }
}
