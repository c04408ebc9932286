package allocpool.jmh;

import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.RunnerException;

/** Finds the cause of a benchmark's failure. */
final class Failure {
  private Failure() {}

  /**
   * Returns the benchmark's own exception, unwrapped from JMH's.
   *
   * <p>JMH keeps it as suppressed, not as a cause. If several threads threw one, the
   * first counts.
   */
  static Throwable inside(Throwable thrown) {
    if (!(thrown instanceof RunnerException || thrown instanceof BenchmarkException)) {
      return thrown;
    }
    Throwable[] kept = thrown.getSuppressed();
    Throwable wrapped = kept.length > 0 ? kept[0] : thrown.getCause();
    return wrapped == null ? thrown : inside(wrapped);
  }
}
