package allocpool.service;

/**
 * A rejected request. Its connection ends with the response, because the end of a
 * malformed request, and the start of the next, are unknown.
 */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  final Status status;

  /** Makes one without a stack trace: the client is at fault, possibly often. */
  RefusedException(Status status, String reason) {
    super(reason, null, false, false);
    this.status = status;
  }

  static RefusedException malformed(String reason) {
    return new RefusedException(Status.BAD_REQUEST, reason);
  }
}
