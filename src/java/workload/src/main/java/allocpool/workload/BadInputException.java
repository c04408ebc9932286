package allocpool.workload;

/** Input that cannot be used; the message says what it is and what would be valid. */
final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadInputException(String message) {
    super(message);
  }
}
