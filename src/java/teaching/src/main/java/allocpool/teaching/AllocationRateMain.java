package allocpool.teaching;

import java.lang.management.GarbageCollectorMXBean;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Allocates buffers at given rates, drops them at once, and counts the young collections.
 *
 * <p>Output: a {@code start} event, then for each round and rate a {@code sample}: the
 * megabytes allocated and the collections, both per second, counted from the end of the
 * sample's first collection to the end of its last one, so that no collection is counted
 * in part. A sample lasts longer than requested until it has seen two.
 */
@Command(name = "AllocationRateMain",
    description = "Counts young collections at given rates of allocation.")
public final class AllocationRateMain implements Callable<Void> {
  private static final int BUFFER_BYTES = 1024;
  private static final int BUFFERS_PER_LOOK = 32;
  private static final long REST_NS = 100_000;
  private static final long PATIENCE_NS = 10_000_000_000L;

  /** Receives each buffer, so that the compiler cannot omit its allocation. */
  private static volatile byte[] sink;

  @Option(names = "--help", usageHelp = true, description = "shows this help")
  private boolean help;

  @Option(names = "--rates", split = ",", required = true,
      description = "megabytes a second, each more than 0")
  private List<Double> rates;

  @Option(names = "--seconds", description = "length of a sample, default 0.3")
  private double seconds = 0.3;

  @Option(names = "--rounds", description = "samples at each rate, default 3")
  private int rounds = 3;

  private GarbageCollectorMXBean collector;

  /** Starts the program; see --help. */
  public static void main(String[] arguments) {
    System.exit(Program.execute(new AllocationRateMain(), arguments));
  }

  @Override
  public Void call() {
    if (rates.stream().anyMatch(rate -> !(rate > 0)) || !(seconds > 0) || rounds < 1) {
      throw Program.invalid(this,
          "--rates and --seconds must be more than 0, and --rounds 1 or more");
    }
    collector = Program.youngCollector();
    Program.printStart();
    measure(rates.get(0), Math.min(seconds, 0.3));
    for (int round = 0; round < rounds; round++) {
      for (double rate : rates) {
        Program.print("sample", measure(rate, seconds));
      }
    }
    return null;
  }

  private Map<String, Object> measure(double rate, double seconds) {
    double bytesPerNs = rate * Program.MB / 1e9;
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    long seen = collector.getCollectionCount();
    Point first = null;
    Point last = null;
    long allocated = 0;
    // --8<-- [start:paced-allocation]
    for (long now = start; now < end || first == last; now = System.nanoTime()) {
      if (now - end > PATIENCE_NS) {
        throw new IllegalStateException("fewer than two collections at " + rate
            + " MB/s; give a higher rate, or a smaller young generation by -Xmn");
      }
      if (allocated > (now - start) * bytesPerNs) {
        LockSupport.parkNanos(REST_NS);
        continue;
      }
      for (int i = 0; i < BUFFERS_PER_LOOK; i++) {
        sink = new byte[BUFFER_BYTES];
        allocated += BUFFER_BYTES;
      }
      if (collector.getCollectionCount() != seen) {
        seen = collector.getCollectionCount();
        last = new Point(seen);
        first = first == null ? last : first;
      }
    }
    // --8<-- [end:paced-allocation]
    return sample(rate, first, last);
  }

  private static Map<String, Object> sample(double rate, Point first, Point last) {
    double seconds = (last.time - first.time) / 1e9;
    return Map.of("target_mb_per_s", rate, "seconds", seconds,
        "mb_per_s", (last.bytes - first.bytes) / Program.MB / seconds,
        "collections_per_s", (last.collections - first.collections) / seconds);
  }

  /** The state after a collection. */
  private static final class Point {
    final long time = System.nanoTime();
    final long bytes = Program.allocatedBytes();
    final long collections;

    Point(long collections) {
      this.collections = collections;
    }
  }
}
