package exercise;

/** Room for one packet's bytes: a kilobyte, so it's worth keeping. */
public final class Buffer {
  /** The size of a packet. */
  public static final int BYTES = 1024;

  /** The number of buffers that its source had made before. */
  public final int number;

  /** The packet's bytes. */
  public final byte[] bytes = new byte[BYTES];

  /** Only called by sources. */
  public Buffer(int number) {
    this.number = number;
  }
}
