package allocpool.teaching;

import java.util.Random;

/** Fills toy heaps with objects that refer to each other, reproducibly. */
public final class RandomGraph {
  private static final int FIELDS = 2;

  private RandomGraph() {}

  /**
   * Fills a heap with objects of 0 to 4 fields until the next one does not fit, sets
   * their fields to random objects (so there are cycles and shared objects) and adds
   * three roots, some of which may be null.
   *
   * @return the number of objects
   */
  public static int fill(ToyHeap heap, Random random) {
    int[] objects = new int[heap.cellCount()];
    int count = 0;
    try {
      while (true) {
        objects[count] = heap.allocate(1000 + count, random.nextInt(5));
        count++;
      }
    } catch (ToyOutOfMemoryError full) {
      for (int i = 0; i < count; i++) {
        for (int f = 0; f < heap.fieldCount(objects[i]); f++) {
          heap.setField(objects[i], f, pick(objects, count, random));
        }
      }
      for (int r = 0; r < 3; r++) {
        heap.addRoot("r" + r, pick(objects, count, random));
      }
      return count;
    }
  }

  /**
   * Allocates objects with two fields, a given number of them reachable: one root refers
   * to the first live object, and each live object refers to the next and to a random
   * live one. The live ones are spread over the heap at random; the others are garbage.
   *
   * @param objects the number of objects; the heap must have room for 4 cells each
   * @param live the number of reachable objects, 0 to objects
   */
  public static void fill(ToyHeap heap, int objects, int live, Random random) {
    if (live < 0 || live > objects) {
      throw new IllegalArgumentException(
          "live is " + live + ": valid are 0 to " + objects);
    }
    int[] reachable = new int[live];
    int chosen = 0;
    for (int i = 0; i < objects; i++) {
      int object = heap.allocate(1000 + i, FIELDS);
      // Chooses exactly `live` of the objects; all subsets are equally likely.
      if (random.nextInt(objects - i) < live - chosen) {
        reachable[chosen++] = object;
      }
    }
    for (int i = 0; i < live; i++) {
      heap.setField(reachable[i], 0, i + 1 < live ? reachable[i + 1] : ToyHeap.NULL);
      heap.setField(reachable[i], 1, reachable[random.nextInt(live)]);
    }
    heap.addRoot("root", live > 0 ? reachable[0] : ToyHeap.NULL);
  }

  private static int pick(int[] objects, int count, Random random) {
    return count == 0 || random.nextInt(4) == 0
        ? ToyHeap.NULL : objects[random.nextInt(count)];
  }
}
