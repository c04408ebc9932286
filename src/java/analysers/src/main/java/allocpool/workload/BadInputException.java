package allocpool.workload;

/**
 * Unusable input. {@link Program} prints the message as its one line on the standard
 * error, and exits with 2.
 */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception.
   *
   * @param message the place, the input, and the valid values
   */
  public BadInputException(String message) {
    super(message);
  }
}
