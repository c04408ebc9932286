package allocpool.allocator.bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost of zeroing new memory. The result is the time per kilobyte. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ZeroingBenchmark {
  private static final int KILOBYTES = 64;
  private static final int BYTES = KILOBYTES << 10;
  private static final int MANY = 1024; // 64 MB: more than a core's own caches hold

  private final byte[] one = new byte[BYTES];
  private final byte[][] many = new byte[MANY][BYTES];
  private int next;

  /** Allocates an array. */
  // --8<-- [start:zeroing]
  @Benchmark
  @OperationsPerInvocation(KILOBYTES)
  public byte[] allocate() {
    return new byte[BYTES];
  }

  /** Allocates the same without zeroing it, which only the JDK itself may do. */
  @Benchmark
  @OperationsPerInvocation(KILOBYTES)
  public byte[] allocateUncleared() {
    return RawArrays.allocate(BYTES);
  }

  /** Allocates an array and overwrites all of it, like a read from a file. */
  @Benchmark
  @OperationsPerInvocation(KILOBYTES)
  public byte[] allocateAndFill() {
    byte[] array = new byte[BYTES];
    Arrays.fill(array, (byte) 1);
    return array;
  }

  /** The same, with an uninitialised array. */
  @Benchmark
  @OperationsPerInvocation(KILOBYTES)
  public byte[] allocateUnclearedAndFill() {
    byte[] array = RawArrays.allocate(BYTES);
    Arrays.fill(array, (byte) 1);
    return array;
  }

  /** Overwrites an array that is in the processor's caches. */
  @Benchmark
  @OperationsPerInvocation(KILOBYTES)
  public byte[] clearNear() {
    Arrays.fill(one, (byte) 0);
    return one;
  }

  /** Overwrites an array that is not. */
  @Benchmark
  @OperationsPerInvocation(KILOBYTES)
  public byte[] clearFar() {
    byte[] array = many[next];
    next = (next + 1) % MANY;
    Arrays.fill(array, (byte) 0);
    return array;
  }
  // --8<-- [end:zeroing]
}
