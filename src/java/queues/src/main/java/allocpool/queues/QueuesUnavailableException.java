package allocpool.queues;

/** The native queues cannot be used here; the message says why, in one line. */
public final class QueuesUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  QueuesUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
