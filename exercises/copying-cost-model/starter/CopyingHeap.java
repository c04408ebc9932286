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

  // Your code here.

  /** Makes an empty heap with halves of so many words and so many roots, all null. */
  public CopyingHeap(int words, int roots) {
    // Your code here.
  }

  /**
   * Lets the root refer to a new object whose references are null. Where it does not fit,
   * there is a collection first.
   *
   * @return its address; NULL if there is no room, and then the root keeps what it has
   */
  public int allocate(int root, int references, int payload) {
    // Your code here.
    return NULL;
  }

  /** Stores what the root {@code value} refers to into the object of another root. */
  public void store(int holder, int field, int value) {
    // Your code here.
  }

  /** Lets the root refer to what a reference of the holder's object does; its address. */
  public int load(int root, int holder, int field) {
    // Your code here.
    return NULL;
  }

  /** Makes the root null. */
  public void drop(int root) {
    // Your code here.
  }

  /** What the root refers to. */
  public int address(int root) {
    // Your code here.
    return NULL;
  }

  /** Begins the account again: all of the following counts are 0. */
  public void startCounting() {
    // Your code here.
  }

  /** How many collections there were. */
  public long collections() {
    // Your code here.
    return 0;
  }

  /** How many objects they have copied. */
  public long visited() {
    // Your code here.
    return 0;
  }

  /** How many words these had, with headers, references and payload. */
  public long copied() {
    // Your code here.
    return 0;
  }

  /** How many words all new objects had. */
  public long allocated() {
    // Your code here.
    return 0;
  }

  /** The price: words copied for a thousand allocated, rounded down; 0 for none. */
  public long copiedPerThousand() {
    // Your code here.
    return 0;
  }

  // Your code here.
}
