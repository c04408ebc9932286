package allocpool.jmh;

/**
 * Thrown by a benchmark's set-up where this machine or this Java lacks what it needs: the
 * contestant is skipped then, and did not fail.
 */
public final class CannotRunException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says why.
   *
   * @param reason what is missing, in one line
   */
  public CannotRunException(String reason) {
    super(reason);
  }
}
