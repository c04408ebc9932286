package exercise;

/** Room for the bytes of one packet: a kilobyte, and so worth keeping. */
public final class Buffer {
  /** How many bytes a packet has. */
  public static final int BYTES = 1024;

  /** Which one it is: how many its source had made before. */
  public final int number;

  /** What it is all about. */
  public final byte[] bytes = new byte[BYTES];

  /** For sources. */
  public Buffer(int number) {
    this.number = number;
  }
}
