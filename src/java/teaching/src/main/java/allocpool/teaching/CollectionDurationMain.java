package allocpool.teaching;

import java.lang.management.GarbageCollectorMXBean;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Keeps a given number of objects alive and measures how long the program waits for a
 * collection: for the allocation that causes a young one, or for {@code System.gc()}.
 *
 * <p>Output: a {@code start} event, then for each round and number of objects a
 * {@code sample} with the wait in milliseconds. The first rounds warm the JVM up and are
 * not printed.
 */
@Command(name = "CollectionDurationMain",
    description = "Measures how long collections take with so many live objects.")
public final class CollectionDurationMain implements Callable<Void> {
  private static final int BUFFER_BYTES = 1024;
  private static final int OBJECTS_PER_ARRAY = 1000;
  private static final long MOST_BUFFERS = 10_000_000;

  /** The collections to measure. */
  enum Kind {
    /** Collections of the young generation, which then contains all live objects. */
    young,
    /** Collections of the whole heap. */
    full
  }

  /** A live object: a header, a reference to the one before it, and a number. */
  private static final class Node {
    final Node previous;
    final long number;

    Node(Node previous, long number) {
      this.previous = previous;
      this.number = number;
    }
  }

  /** Receives each buffer, so that the compiler cannot omit its allocation. */
  private static volatile byte[] sink;

  /** The live objects. */
  private static volatile Node[][] live;

  @Option(names = "--help", usageHelp = true, description = "shows this help")
  private boolean help;

  @Option(names = "--kind", required = true, description = "${COMPLETION-CANDIDATES}")
  private Kind kind;

  @Option(names = "--objects", split = ",", required = true,
      description = "numbers of live objects, each 0 or more")
  private List<Integer> objects;

  @Option(names = "--rounds", description = "samples at each number, default 5")
  private int rounds = 5;

  @Option(names = "--warmup-rounds", description = "rounds not printed, default 2")
  private int warmupRounds = 2;

  /** Starts the program; see --help. */
  public static void main(String[] arguments) {
    System.exit(Program.execute(new CollectionDurationMain(), arguments));
  }

  @Override
  public Void call() {
    if (objects.stream().anyMatch(n -> n < 0) || rounds < 1 || warmupRounds < 0) {
      throw Program.invalid(this,
          "--objects and --warmup-rounds must be 0 or more, and --rounds 1 or more");
    }
    Program.printStart();
    for (int round = -warmupRounds; round < rounds; round++) {
      for (int count : objects) {
        double milliseconds = kind == Kind.young ? young(count) : full(count);
        if (round >= 0) {
          Program.print("sample", Map.of("kind", kind, "objects", count, "round", round,
              "wait_ms", milliseconds));
        }
      }
    }
    return null;
  }

  /** Fills the young generation beside some live objects until it is collected. */
  private static double young(int count) {
    GarbageCollectorMXBean collector = Program.youngCollector();
    live = null;
    System.gc();
    long collections = collector.getCollectionCount();
    live = build(count);
    if (collector.getCollectionCount() != collections) {
      throw new IllegalStateException(count + " objects do not fit into the young"
          + " generation; give it more by -Xmn");
    }
    // --8<-- [start:young-collection]
    for (long i = 0; i < MOST_BUFFERS; i++) {
      long start = System.nanoTime();
      sink = new byte[BUFFER_BYTES];
      long wait = System.nanoTime() - start;
      if (wait > 10_000 && collector.getCollectionCount() != collections) {
        return wait / 1e6;
      }
    }
    // --8<-- [end:young-collection]
    throw new IllegalStateException("no young collection after " + MOST_BUFFERS
        + " buffers; give the young generation less by -Xmn");
  }

  // --8<-- [start:full-collection]
  /** Collects everything once to settle the live objects, then again to measure. */
  private static double full(int count) {
    live = null;
    live = build(count);
    System.gc();
    long start = System.nanoTime();
    System.gc();
    return (System.nanoTime() - start) / 1e6;
  }
  // --8<-- [end:full-collection]

  /** Builds live objects in chains and arrays of a thousand, all near a root. */
  private static Node[][] build(int count) {
    int arrays = (count + OBJECTS_PER_ARRAY - 1) / OBJECTS_PER_ARRAY;
    Node[][] all = new Node[arrays][];
    for (int i = 0; i < count; i++) {
      int at = i % OBJECTS_PER_ARRAY;
      if (at == 0) {
        int left = Math.min(OBJECTS_PER_ARRAY, count - i);
        all[i / OBJECTS_PER_ARRAY] = new Node[left];
      }
      Node[] array = all[i / OBJECTS_PER_ARRAY];
      array[at] = new Node(at == 0 ? null : array[at - 1], i);
    }
    return all;
  }
}
