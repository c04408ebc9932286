package exercise;

/** What a harness reads the time from. To read it takes no time. */
public interface Clock {
  /** Nanoseconds since some moment of the past. They never go back. */
  long nanos();

  /**
   * Nanoseconds since the beginning of 1970, as far as this machine knows. Somebody may
   * set it right at any moment, forwards or backwards.
   */
  long wall();

  /** Waits until {@link #nanos} is as much as that; not at all if it is already. */
  void waitUntil(long nanos);
}
