package allocpool.allocator;

/** Stack traces that show places in the program. */
final class Sites {
  private Sites() {}

  /**
   * Captures the caller's place.
   *
   * @param deed the action there
   * @return never thrown, only shown
   */
  static Throwable here(String deed) {
    return new Throwable(deed + " by thread " + Thread.currentThread().getName());
  }
}
