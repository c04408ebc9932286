package exercise;

/**
 * A heap with two halves and a copying collector, which also counts what that costs. For
 * one thread.
 *
 * <p>Addresses count words. The halves are words 1 to n and n + 1 to 2n, so address 0
 * can be {@link #NULL}. An object consists of a header of one word, references of one
 * word each, and a payload, which is moved but never read. Because objects move, the
 * program refers to them by roots. Nothing allocates after the constructor.
 */
public final class CopyingHeap {
  /** The null reference. */
  public static final int NULL = 0;

  // BEGIN SOLUTION
  private final int half;
  // A header holds an object's size and its number of references, each in 32 bits. Once
  // the object has been copied, it is the complement of the copy's address: negative.
  private final long[] memory;
  private final int[] roots;
  private int end; // The address after the last word of the half in use.
  private int free = 1; // Where the next object goes.
  private long collections;
  private long visited;
  private long copied;
  private long allocated;
  // END SOLUTION

  /** Makes an empty heap with two halves of {@code words} words each, and null roots. */
  public CopyingHeap(int words, int roots) {
    // BEGIN SOLUTION
    half = words;
    memory = new long[1 + 2 * words];
    this.roots = new int[roots];
    end = 1 + words;
    // END SOLUTION
  }

  /**
   * Makes the root refer to a new object whose references are null. If the object doesn't
   * fit, collects first.
   *
   * @return its address; NULL if there is no room, and then the root stays as it is
   */
  public int allocate(int root, int references, int payload) {
    // BEGIN SOLUTION
    long size = 1L + references + payload;
    if (size > end - free) {
      collect();
      if (size > end - free) {
        return NULL;
      }
    }
    int object = free;
    free += size;
    allocated += size;
    memory[object] = size << Integer.SIZE | references;
    // Other objects had these words two collections ago, when this half was in use.
    for (int field = object + 1; field <= object + references; field++) {
      memory[field] = NULL;
    }
    roots[root] = object;
    return object;
    // STARTER: return NULL;
    // END SOLUTION
  }

  /** Stores the root {@code value} into a field of the holder's object. */
  public void store(int holder, int field, int value) {
    // BEGIN SOLUTION
    memory[roots[holder] + 1 + field] = roots[value];
    // END SOLUTION
  }

  /** Loads a field of the holder's object into the root, and returns the address. */
  public int load(int root, int holder, int field) {
    // BEGIN SOLUTION
    roots[root] = (int) memory[roots[holder] + 1 + field];
    return roots[root];
    // STARTER: return NULL;
    // END SOLUTION
  }

  /** Makes the root null. */
  public void drop(int root) {
    // BEGIN SOLUTION
    roots[root] = NULL;
    // END SOLUTION
  }

  /** The address that the root refers to. */
  public int address(int root) {
    // BEGIN SOLUTION
    return roots[root];
    // STARTER: return NULL;
    // END SOLUTION
  }

  /** Resets all of the following counts to 0. */
  public void startCounting() {
    // BEGIN SOLUTION
    collections = 0;
    visited = 0;
    copied = 0;
    allocated = 0;
    // END SOLUTION
  }

  /** The number of collections. */
  public long collections() {
    // BEGIN SOLUTION
    return collections;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The number of objects copied. */
  public long visited() {
    // BEGIN SOLUTION
    return visited;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The number of words copied: headers, references and payload. */
  public long copied() {
    // BEGIN SOLUTION
    return copied;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The number of words allocated. */
  public long allocated() {
    // BEGIN SOLUTION
    return allocated;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The price: words copied per thousand allocated, rounded down; 0 for none. */
  public long copiedPerThousand() {
    // BEGIN SOLUTION
    return allocated == 0 ? 0 : 1_000 * copied / allocated;
    // STARTER: return 0;
    // END SOLUTION
  }

  // BEGIN SOLUTION
  private void collect() {
    collections++;
    // The other half follows the first one, or precedes the second.
    free = end == 1 + half ? end : 1;
    end = free + half;
    int scan = free;
    for (int root = 0; root < roots.length; root++) {
      roots[root] = moved(roots[root]);
    }
    // Cheney's work list is the new half itself, from scan to free.
    while (scan < free) {
      int references = (int) memory[scan];
      for (int field = scan + 1; field <= scan + references; field++) {
        memory[field] = moved((int) memory[field]);
      }
      scan += size(scan);
    }
  }

  /** Returns the object's new address; the first call for an object copies it. */
  private int moved(int object) {
    if (object == NULL) {
      return NULL;
    }
    if (memory[object] < 0) {
      return (int) ~memory[object];
    }
    int size = size(object);
    int copy = free;
    System.arraycopy(memory, object, memory, copy, size);
    memory[object] = ~copy;
    free += size;
    visited++;
    copied += size;
    return copy;
  }

  private int size(int object) {
    return (int) (memory[object] >>> Integer.SIZE);
  }
  // END SOLUTION
}
