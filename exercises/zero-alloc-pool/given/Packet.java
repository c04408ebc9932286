package exercise;

/** What is pooled. */
public final class Packet {
  /** Which one it is: its place in the array that a pool was made of. */
  public final int number;

  /**
   * The pool's, to use as it likes: nobody else reads or writes it. It is 0 at first. In
   * a packet that no pool has, it may be anything.
   */
  int mark;

  /** Makes a packet that belongs to no pool. */
  public Packet(int number) {
    this.number = number;
  }
}
