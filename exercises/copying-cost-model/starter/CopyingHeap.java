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

  // Your code here.

  /** Makes an empty heap with two halves of {@code words} words each, and null roots. */
  public CopyingHeap(int words, int roots) {
    // Your code here.
  }

  /**
   * Makes the root refer to a new object whose references are null. If the object doesn't
   * fit, collects first.
   *
   * @return its address; NULL if there is no room, and then the root stays as it is
   */
  public int allocate(int root, int references, int payload) {
    // Your code here.
    return NULL;
  }

  /** Stores the root {@code value} into a field of the holder's object. */
  public void store(int holder, int field, int value) {
    // Your code here.
  }

  /** Loads a field of the holder's object into the root, and returns the address. */
  public int load(int root, int holder, int field) {
    // Your code here.
    return NULL;
  }

  /** Makes the root null. */
  public void drop(int root) {
    // Your code here.
  }

  /** The address that the root refers to. */
  public int address(int root) {
    // Your code here.
    return NULL;
  }

  /** Resets all of the following counts to 0. */
  public void startCounting() {
    // Your code here.
  }

  /** The number of collections. */
  public long collections() {
    // Your code here.
    return 0;
  }

  /** The number of objects copied. */
  public long visited() {
    // Your code here.
    return 0;
  }

  /** The number of words copied: headers, references and payload. */
  public long copied() {
    // Your code here.
    return 0;
  }

  /** The number of words allocated. */
  public long allocated() {
    // Your code here.
    return 0;
  }

  /** The price: words copied per thousand allocated, rounded down; 0 for none. */
  public long copiedPerThousand() {
    // Your code here.
    return 0;
  }

  // Your code here.
}
