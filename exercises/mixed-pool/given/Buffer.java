package exercise;

/** Room for one packet's bytes: a kilobyte, and so worth keeping. */
public final class Buffer {
  /** The size of a packet. */
  public static final int BYTES = 1024;

  /** How many buffers its source had made before. */
  public final int number;

  /** The packet's bytes. */
  public final byte[] bytes = new byte[BYTES];

  /** For sources. */
  public Buffer(int number) {
    this.number = number;
  }
}
