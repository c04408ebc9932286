package allocpool.gclog;

/** A log cannot be read; the message gives its path and the reason, in one line. */
final class GcLogException extends Exception {
  private static final long serialVersionUID = 1L;

  GcLogException(String message) {
    super(message);
  }
}
