package allocpool.teaching;

import java.util.Random;
import java.util.function.Consumer;

/**
 * Runs a collector on random heaps and compares what the program can see before and after
 * it: the same objects, names and references, and nothing else left in the heap.
 */
public final class CollectorCheck {
  private static final int MAX_CELLS = 120;
  private static final int COLLECTIONS_PER_HEAP = 3;

  private CollectorCheck() {}

  /** Checks a collector of the free-list heap; see {@link #copying}. */
  public static String markSweep(Consumer<FreeListHeap> collector, int heaps) {
    for (int seed = 1; seed <= heaps; seed++) {
      Random random = new Random(seed);
      FreeListHeap heap = new FreeListHeap(2 + random.nextInt(MAX_CELLS));
      RandomGraph.fill(heap, random);
      for (int i = 0; i < COLLECTIONS_PER_HEAP; i++) {
        String before = Reachable.describe(heap);
        collector.accept(heap);
        compare(seed, before, Reachable.describe(heap));
        walkBlocks(seed, heap);
        int free = heap.end() - heap.firstBlock() - Reachable.cells(heap);
        compareFree(seed, free, heap.freeCells());
        mutate(heap, random);
      }
    }
    return verdict(heaps);
  }

  /**
   * Checks a collector of the semispace heap.
   *
   * @param collector collects the given heap
   * @param heaps the number of random heaps; the first is made from seed 1, and so on
   * @return a sentence about what was checked
   * @throws IllegalStateException naming the seed and the difference if the collector
   *     lost or changed something, or kept garbage
   */
  public static String copying(Consumer<SemispaceHeap> collector, int heaps) {
    for (int seed = 1; seed <= heaps; seed++) {
      Random random = new Random(seed);
      int cells = 2 + random.nextInt(MAX_CELLS);
      SemispaceHeap heap = new SemispaceHeap(cells);
      RandomGraph.fill(heap, random);
      for (int i = 0; i < COLLECTIONS_PER_HEAP; i++) {
        String before = Reachable.describe(heap);
        collector.accept(heap);
        compare(seed, before, Reachable.describe(heap));
        compareFree(seed, cells - Reachable.cells(heap), heap.freeCells());
        mutate(heap, random);
      }
    }
    return verdict(heaps);
  }

  /** Acts as a program between collections: drops a root, and uses the free cells. */
  private static void mutate(ToyHeap heap, Random random) {
    heap.setRoot(random.nextInt(heap.rootCount()), ToyHeap.NULL);
    try {
      for (int i = 0; i < 3; i++) {
        int object = heap.allocate(2000 + random.nextInt(1000), 1);
        int root = random.nextInt(heap.rootCount());
        heap.setField(object, 0, heap.root(root));
        heap.setRoot(root, object);
      }
    } catch (ToyOutOfMemoryError full) {
      // Intended: some heaps are full, and stay so until the next collection.
    }
  }

  private static void walkBlocks(int seed, FreeListHeap heap) {
    int block = heap.firstBlock();
    while (block < heap.end()) {
      int header = heap.peek(block);
      if (ToyHeap.tagIn(header) == ToyHeap.TAG_MARKED) {
        throw new IllegalStateException(
            "seed " + seed + ": the object at " + block + " is still marked");
      }
      block += Math.max(1, ToyHeap.sizeIn(header));
    }
    if (block != heap.end()) {
      throw new IllegalStateException("seed " + seed
          + ": the last block ends at " + block + ", the heap at " + heap.end());
    }
  }

  private static void compare(int seed, String before, String after) {
    if (!before.equals(after)) {
      throw new IllegalStateException("seed " + seed + ": the program saw " + before
          + " before the collection, and " + after + " after it");
    }
  }

  private static void compareFree(int seed, int expected, int actual) {
    if (expected != actual) {
      throw new IllegalStateException("seed " + seed + ": " + expected
          + " cells are not in use, but the heap has " + actual + " free");
    }
  }

  private static String verdict(int heaps) {
    return heaps + " random heaps, " + COLLECTIONS_PER_HEAP
        + " collections each: every reachable object kept, every other one freed";
  }
}
