package allocpool.workload;

/**
 * Input that cannot be used. {@link Program} ends with the message as its one line on the
 * standard error, and with 2.
 */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message where it is, what it is, and what would be valid
   */
  public BadInputException(String message) {
    super(message);
  }
}
