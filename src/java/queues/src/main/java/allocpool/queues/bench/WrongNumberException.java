package allocpool.queues.bench;

/** A queue gave a number that it must not give; the message says which, in one line. */
final class WrongNumberException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongNumberException(String message) {
    super(message);
  }
}
