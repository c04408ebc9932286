package exercise;

/** A harness's clock. Reading it takes no time. */
public interface Clock {
  /** Nanoseconds since an arbitrary moment in the past. They never decrease. */
  long nanos();

  /**
   * Nanoseconds since the beginning of 1970, as far as this machine knows. The clock may
   * be adjusted at any moment, forwards or backwards.
   */
  long wall();

  /** Waits until {@link #nanos} has reached this value, if it hasn't yet. */
  void waitUntil(long nanos);
}
