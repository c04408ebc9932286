package allocpool.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the tests measure. */
@State(Scope.Thread)
public class TinyBenchmark {
  /** How much {@link #allocate()} allocates, beside the array's header. */
  @Param({"16", "4000"})
  public int bytes;

  /** Allocates one array. */
  @Benchmark
  public byte[] allocate() {
    return new byte[bytes];
  }
}
