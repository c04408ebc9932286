package allocpool.clock;

/** The native clock cannot be used on this machine; the message says why, in one line. */
public final class ClockUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ClockUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
