package allocpool.pools.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost of an empty benchmark, and of reading the clock. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Clock {
  // --8<-- [start:clock]
  /** Does nothing. */
  @Benchmark
  public void nothing() {}

  /**
   * Reads the clock.
   *
   * @return the time, so that the compiler can't drop the reading
   */
  @Benchmark
  public long reading() {
    return System.nanoTime();
  }
  // --8<-- [end:clock]
}
