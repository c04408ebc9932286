package allocpool.service;

/**
 * A request that is not served. Its connection ends with the response: where a wrong
 * request ends, and the next one begins, nobody knows.
 */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  final Status status;

  /** Makes one without a stack trace: the client is at fault, and may be so often. */
  RefusedException(Status status, String reason) {
    super(reason, null, false, false);
    this.status = status;
  }

  static RefusedException malformed(String reason) {
    return new RefusedException(Status.BAD_REQUEST, reason);
  }
}
