package allocpool.pools;

/**
 * What is pooled: a message with a body of some bytes, hence two objects. The article of
 * 2016 does not say what its pools held. Not thread-safe: one user at a time.
 */
public class Message {
  private final byte[] body;
  private long touches;

  /**
   * Makes a message whose body is zero.
   *
   * @param bytes how long the body is, at least 1
   * @throws IllegalArgumentException if it is less
   */
  public Message(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes " + bytes + " is less than 1");
    }
    body = new byte[bytes];
  }

  // --8<-- [start:touch]
  /** Uses the message a little: the object itself, and both ends of its body. */
  public final void touch() {
    touches++;
    body[0]++;
    body[body.length - 1]++;
  }
  // --8<-- [end:touch]

  /**
   * Counts its uses.
   *
   * @return how often the message was touched since it was made, whoever did it
   */
  public final long touches() {
    return touches;
  }
}
