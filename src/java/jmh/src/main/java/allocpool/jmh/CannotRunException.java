package allocpool.jmh;

/**
 * Thrown by a benchmark's set-up if this machine or this Java lacks a prerequisite: the
 * contestant is then skipped, and has not failed.
 */
public final class CannotRunException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception.
   *
   * @param reason the missing prerequisite, in one line
   */
  public CannotRunException(String reason) {
    super(reason);
  }
}
