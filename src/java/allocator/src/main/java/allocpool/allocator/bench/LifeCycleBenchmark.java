package allocpool.allocator.bench;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.Memory;
import allocpool.allocator.PoolSettings;
import allocpool.allocator.PooledBuffer;
import allocpool.allocator.PoolingAllocator;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One-kilobyte buffers whose end takes more than unreachability: the collector has to
 * notice it, and something has to act on it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class LifeCycleBenchmark {
  private static final int SIZE = 1024;
  private static final Cleaner CLEANER = Cleaner.create();
  private static final Runnable NOTHING = () -> {};

  private final BufferAllocator pool =
      new PoolingAllocator(PoolSettings.of(Memory.DIRECT));

  /** A plain heap buffer. */
  // --8<-- [start:life-cycles]
  @Benchmark
  public ByteBuffer heap() {
    return ByteBuffer.allocate(SIZE);
  }

  /** A heap buffer with a weak reference to it. */
  @Benchmark
  public void weak(Blackhole hole) {
    ByteBuffer buffer = ByteBuffer.allocate(SIZE);
    hole.consume(new WeakReference<>(buffer));
    hole.consume(buffer);
  }

  /** A heap buffer with an empty action, to be run once it is unreachable. */
  @Benchmark
  public ByteBuffer cleaned() {
    ByteBuffer buffer = ByteBuffer.allocate(SIZE);
    CLEANER.register(buffer, NOTHING);
    return buffer;
  }

  /** A buffer with its own memory outside the heap. */
  @Benchmark
  public ByteBuffer direct() {
    return ByteBuffer.allocateDirect(SIZE);
  }

  /** The same, lent by a pool. */
  @Benchmark
  public int pooledDirect() {
    PooledBuffer buffer = pool.allocate(SIZE);
    int capacity = buffer.bytes().capacity();
    pool.release(buffer);
    return capacity;
  }
  // --8<-- [end:life-cycles]
}
