package allocpool.pools;

/**
 * The pooled object: a message with a body, hence two objects. The article of 2016 does
 * not say what its pools held. Not thread-safe: one user at a time.
 */
public class Message {
  private final byte[] body;
  private long touches;

  /**
   * Makes a message whose body is zero.
   *
   * @param bytes the body's length, at least 1
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
   * @return the number of touches since the message was made, by any user
   */
  public final long touches() {
    return touches;
  }
}
