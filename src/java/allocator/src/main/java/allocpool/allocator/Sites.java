package allocpool.allocator;

/** Places in the program, as stack traces. */
final class Sites {
  private Sites() {}

  /**
   * The caller's place.
   *
   * @param deed what is done there
   * @return never thrown, only shown
   */
  static Throwable here(String deed) {
    return new Throwable(deed + " by thread " + Thread.currentThread().getName());
  }
}
