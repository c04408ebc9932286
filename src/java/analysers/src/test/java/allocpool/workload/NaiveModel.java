package allocpool.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The workload once more, as plainly as possible, and without any class under test: no
 * queue, no packets, no strategy; only numbers, and their definition.
 */
final class NaiveModel {
  private final boolean random;
  private long state;

  private NaiveModel(boolean random, long seed) {
    this.random = random;
    this.state = random ? seed : 0;
  }

  // --8<-- [start:naive-model]
  /** Returns the digest after a number of packets, in 16 digits. */
  static String digest(int queue, int stored, boolean random, int packets) {
    NaiveModel source = new NaiveModel(random, 1);
    NaiveModel store = new NaiveModel(random, 2);
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < packets; i++) {
      numbers.add(source.next());
    }
    int processed = Math.max(0, packets - queue);
    Map<Long, Long> slots = new TreeMap<>();
    long tcp = 0;
    for (long number : numbers.subList(0, processed)) {
      if (number % 16 == 0) {
        slots.put((store.next() & Long.MAX_VALUE) % stored, number);
        tcp++;
      }
    }
    long digest = mix(processed) + mix(tcp ^ ('T' << 16 | 'C' << 8 | 'P'));
    for (Map.Entry<Long, Long> slot : slots.entrySet()) {
      digest += hash(slot.getKey(), slot.getValue());
    }
    for (int i = processed; i < packets; i++) {
      digest += hash(stored + i - processed, numbers.get(i));
    }
    return String.format("%016x", digest);
  }

  private static long hash(long place, long number) {
    long source = 10L << 24 | bits(number, 4, 24);
    long destination = 192L << 24 | 168L << 16 | bits(number, 28, 16);
    long protocol = number % 16 == 0 ? 6 : 17;
    long first = source << 32 | destination;
    long second = bits(number, 44, 16) << 48 | bits(number, 8, 16) << 32
        | bits(number, 0, 16) << 16 | protocol << 8 | 64;
    long third = 4 << 24 | 20 << 16 | 1024;
    return mix(mix(mix(mix(place + 1) ^ first) ^ second) ^ third);
  }
  // --8<-- [end:naive-model]

  private static long bits(long number, int from, int count) {
    return number >>> from & (1L << count) - 1;
  }

  private long next() {
    if (!random) {
      return state++;
    }
    state += 0x9E3779B97F4A7C15L;
    return mix(state);
  }

  private static long mix(long z) {
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
