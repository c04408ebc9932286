package exercise;

/** A pooled object. */
public final class Packet {
  /** Its index in the array that a pool was made from. */
  public final int number;

  /**
   * Only the packet's pool reads and writes this. It is 0 at first. In a packet from
   * outside your pool, it may be anything.
   */
  int mark;

  /** Makes a packet that belongs to no pool. */
  public Packet(int number) {
    this.number = number;
  }
}
