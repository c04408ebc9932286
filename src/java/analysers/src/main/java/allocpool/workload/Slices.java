package allocpool.workload;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What was done in consecutive slices of time. To add a slice allocates nothing: there is
 * room for as many as were asked for, up to {@link #MAX_CAPACITY}.
 */
final class Slices {
  /** Twelve megabytes: more would be a part of what is measured. */
  static final int MAX_CAPACITY = 1_000_000;

  private final int[] packets;
  private final long[] nanoseconds;
  private int count;

  /**
   * Makes room.
   *
   * @param capacity the most slices that are needed, more than 0
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
   * @param packets how many packets it took
   * @param nanoseconds how long it was
   */
  void add(int packets, long nanoseconds) {
    this.packets[count] = packets;
    this.nanoseconds[count++] = nanoseconds;
  }

  int count() {
    return count;
  }

  /** The packets of all slices. */
  long packets() {
    return IntStream.range(0, count).mapToLong(i -> packets[i]).sum();
  }

  /** The time of all slices. */
  long nanoseconds() {
    return IntStream.range(0, count).mapToLong(i -> nanoseconds[i]).sum();
  }

  /** The time of the longest slice. */
  long longestNanoseconds() {
    return IntStream.range(0, count).mapToLong(i -> nanoseconds[i]).max().orElse(0);
  }

  /** Pairs of packets and nanoseconds. */
  List<List<Number>> asList() {
    return IntStream.range(0, count)
        .mapToObj(i -> List.<Number>of(packets[i], nanoseconds[i]))
        .collect(Collectors.toList());
  }
}
