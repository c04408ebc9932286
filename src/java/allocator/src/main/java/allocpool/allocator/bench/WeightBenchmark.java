package allocpool.allocator.bench;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.Memory;
import allocpool.allocator.PoolSettings;
import allocpool.allocator.PooledBuffer;
import allocpool.allocator.PoolingAllocator;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A buffer's weight: the bytes allocated for one that escapes the compiler's analysis.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class WeightBenchmark {
  /** A buffer's size in bytes. */
  @Param({"16", "65", "1024", "1025", "65536"})
  public int size;

  private BufferAllocator allocator;

  /** Makes a pool. */
  @Setup
  public void prepare() {
    allocator = new PoolingAllocator(PoolSettings.of(Memory.HEAP).sizes(16, 1 << 18));
  }

  /** An array. */
  @Benchmark
  public byte[] array() {
    return new byte[size];
  }

  /** A buffer. */
  @Benchmark
  public ByteBuffer buffer() {
    return ByteBuffer.allocate(size);
  }

  /** A buffer that a pool makes because it has none, and that is not released. */
  @Benchmark
  public PooledBuffer pooled() {
    return allocator.allocate(size);
  }
}
