package allocpool.clock;

/** A native library cannot be used here; the message says why, in one line. */
public final class LibraryUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LibraryUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
