package allocpool.allocator.peers;

/** An allocator to compare with others. Any thread may call, several at a time. */
public abstract class Peer {
  /** For subclasses. */
  protected Peer() {}

  /**
   * Takes turns: allocates a buffer, writes at its start, reads its first byte, releases
   * it.
   *
   * @param count the number of turns
   * @param size the size of each buffer, 1 or more
   * @param payload the bytes to write: from 1 to {@code size}
   * @return the sum of all bytes that were read
   */
  public abstract int turns(int count, int size, byte[] payload);
}
