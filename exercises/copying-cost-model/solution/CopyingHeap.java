package exercise;

/**
 * A heap of two halves with a copying collector, and an account of what that costs. For
 * one thread.
 *
 * <p>Addresses count words. The halves are the words 1 to n and n + 1 to 2n, so that
 * address 0 can be {@link #NULL}. An object is a header of one word, its references, one
 * word each, and a payload, which moves with it and is otherwise left alone. As objects
 * move, the program knows them by its roots. After the constructor nothing allocates.
 */
public final class CopyingHeap {
  /** The reference to nothing. */
  public static final int NULL = 0;

  // BEGIN SOLUTION
  private final int half;
  // A header holds an object's size and its number of references, each in 32 bits. When
  // the object has been copied, it is negative: the complement of the copy's address.
  private final long[] memory;
  private final int[] roots;
  private int end; // The address after the last word of the half in use.
  private int free = 1; // Where the next object goes.
  private long collections;
  private long visited;
  private long copied;
  private long allocated;
  // END SOLUTION

  /** Makes an empty heap with halves of so many words and so many roots, all null. */
  public CopyingHeap(int words, int roots) {
    // BEGIN SOLUTION
    half = words;
    memory = new long[1 + 2 * words];
    this.roots = new int[roots];
    end = 1 + words;
    // END SOLUTION
  }

  /**
   * Lets the root refer to a new object whose references are null. Where it does not fit,
   * there is a collection first.
   *
   * @return its address; NULL if there is no room, and then the root keeps what it has
   */
  public int allocate(int root, int references, int payload) {
    // BEGIN SOLUTION
    int size = 1 + references + payload;
    if (size > end - free) {
      collect();
      if (size > end - free) {
        return NULL;
      }
    }
    int object = free;
    free += size;
    allocated += size;
    memory[object] = (long) size << Integer.SIZE | references;
    // These words have been somebody else's: two collections ago this half was in use.
    for (int field = object + 1; field <= object + references; field++) {
      memory[field] = NULL;
    }
    roots[root] = object;
    return object;
    // STARTER: return NULL;
    // END SOLUTION
  }

  /** Stores what the root {@code value} refers to into the object of another root. */
  public void store(int holder, int field, int value) {
    // BEGIN SOLUTION
    memory[roots[holder] + 1 + field] = roots[value];
    // END SOLUTION
  }

  /** Lets the root refer to what a reference of the holder's object does; its address. */
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

  /** What the root refers to. */
  public int address(int root) {
    // BEGIN SOLUTION
    return roots[root];
    // STARTER: return NULL;
    // END SOLUTION
  }

  /** Begins the account again: all of the following counts are 0. */
  public void startCounting() {
    // BEGIN SOLUTION
    collections = 0;
    visited = 0;
    copied = 0;
    allocated = 0;
    // END SOLUTION
  }

  /** How many collections there were. */
  public long collections() {
    // BEGIN SOLUTION
    return collections;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** How many objects they have copied. */
  public long visited() {
    // BEGIN SOLUTION
    return visited;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** How many words these had, with headers, references and payload. */
  public long copied() {
    // BEGIN SOLUTION
    return copied;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** How many words all new objects had. */
  public long allocated() {
    // BEGIN SOLUTION
    return allocated;
    // STARTER: return 0;
    // END SOLUTION
  }

  /** The price: words copied for a thousand allocated, rounded down; 0 for none. */
  public long copiedPerThousand() {
    // BEGIN SOLUTION
    return allocated == 0 ? 0 : 1_000 * copied / allocated;
    // STARTER: return 0;
    // END SOLUTION
  }

  // BEGIN SOLUTION
  private void collect() {
    collections++;
    // The other half lies behind the first one, or before the second.
    free = end == 1 + half ? end : 1;
    end = free + half;
    int scan = free;
    for (int root = 0; root < roots.length; root++) {
      roots[root] = moved(roots[root]);
    }
    // Cheney's list of what is left to do is the new half itself, from scan to free.
    while (scan < free) {
      int references = (int) memory[scan];
      for (int field = scan + 1; field <= scan + references; field++) {
        memory[field] = moved((int) memory[field]);
      }
      scan += size(scan);
    }
  }

  /** Where the object is now. The first one who asks copies it. */
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
