package allocpool.jmh;

import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.RunnerException;

/** Why a benchmark did not end well. */
final class Failure {
  private Failure() {}

  /**
   * What the benchmark threw, out of all that JMH wraps it in on its way from the fork.
   *
   * <p>JMH keeps it as suppressed, not as a cause. Where several threads threw something,
   * the first counts.
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
