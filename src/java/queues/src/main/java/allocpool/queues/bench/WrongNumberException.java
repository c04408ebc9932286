package allocpool.queues.bench;

/** A queue returned a number that it must not; the message names it, in one line. */
final class WrongNumberException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongNumberException(String message) {
    super(message);
  }
}
