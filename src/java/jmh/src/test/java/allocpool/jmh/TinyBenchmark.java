package allocpool.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A benchmark for the tests. */
@State(Scope.Thread)
public class TinyBenchmark {
  /** The size of the array that {@link #allocate()} allocates, without its header. */
  @Param({"16", "4000"})
  public int bytes;

  /** Allocates one array. */
  @Benchmark
  public byte[] allocate() {
    return new byte[bytes];
  }
}
