package allocpool.teaching;

/** A toy heap has no room for an object; the message says how much is free. */
public final class ToyOutOfMemoryError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ToyOutOfMemoryError(String message) {
    super(message);
  }
}
