package allocpool.allocator.peers;

/** An allocator that is compared with others. Any thread may call, several at a time. */
public abstract class Peer {
  /** For subclasses. */
  protected Peer() {}

  /**
   * Takes turns: gets a buffer, writes to its begin, reads its first byte, gives it back.
   *
   * @param count how many turns
   * @param size of each buffer, 1 or more
   * @param payload what is written: from 1 to {@code size} bytes
   * @return the sum of all bytes that were read
   */
  public abstract int turns(int count, int size, byte[] payload);
}
