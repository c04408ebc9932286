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
 * What a buffer weighs: the bytes that are allocated for one that escapes to wherever the
 * compiler cannot follow.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class WeightBenchmark {
  /** Of a buffer, in bytes. */
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

  /** A buffer that a pool makes because it has none, and that is not given back. */
  @Benchmark
  public PooledBuffer pooled() {
    return allocator.allocate(size);
  }
}
