package allocpool.allocator.bench;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.Memory;
import allocpool.allocator.PlainAllocator;
import allocpool.allocator.PoolSettings;
import allocpool.allocator.PooledBuffer;
import allocpool.allocator.PoolingAllocator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Buffers in a heap with other live data: an unrelated tree of small objects, and the
 * buffers themselves, which wait in a queue until they are released. The result is the
 * time per buffer.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class LiveDataBenchmark {
  private static final int TURNS = 100;

  /** Whether buffers are pooled. */
  @Param({"false", "true"})
  public boolean pooled;

  /** The number of buffers in the queue, 1 or more. */
  @Param({"1", "16384"})
  public int queued;

  /** The tree's size in MB. */
  @Param({"0", "400"})
  public int treeMb;

  /** A buffer's size in bytes. */
  @Param("8192")
  public int size;

  private BufferAllocator allocator;
  private PooledBuffer[] queue;
  private int oldest;
  private Node tree; // never read, only kept alive

  /** Grows the tree and fills the queue. */
  @Setup
  public void prepare() {
    tree = Node.tree(treeMb * Node.PER_MB);
    allocator = pooled
        ? new PoolingAllocator(PoolSettings.of(Memory.HEAP))
        : new PlainAllocator(Memory.HEAP);
    queue = new PooledBuffer[queued];
    for (int i = 0; i < queued; i++) {
      queue[i] = allocator.allocate(size);
    }
  }

  /** Replaces the queue's oldest buffers. */
  // --8<-- [start:live-data]
  @Benchmark
  @OperationsPerInvocation(TURNS)
  public int replace() {
    for (int i = 0; i < TURNS; i++) {
      allocator.release(queue[oldest]);
      PooledBuffer youngest = allocator.allocate(size);
      youngest.bytes().put(0, (byte) i);
      queue[oldest] = youngest;
      oldest++;
      if (oldest == queue.length) {
        oldest = 0;
      }
    }
    return oldest;
  }
  // --8<-- [end:live-data]
}
