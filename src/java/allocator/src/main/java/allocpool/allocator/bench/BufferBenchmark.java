package allocpool.allocator.bench;

import allocpool.allocator.Memory;
import allocpool.allocator.peers.Peer;
import allocpool.allocator.peers.Peers;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The discussion's benchmark: a buffer is allocated, written to, read and released, a
 * hundred times. The result is the time of one such turn.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BufferBenchmark {
  static final int TURNS = 100;

  /** An allocator that all threads share. */
  @State(Scope.Benchmark)
  public static class Shared {
    /** The allocator, by its name in {@link Peers}. */
    @Param({"plain", "pool"})
    public String allocator;

    /** The place of the buffers' bytes. */
    @Param({"HEAP", "DIRECT"})
    public Memory memory;

    /** A buffer's size in bytes. */
    @Param({"1024", "8192", "65536"})
    public int size;

    /** The part written: {@code byte}, a single one, or {@code half} of the buffer. */
    @Param({"byte", "half"})
    public String written;

    private Peer peer;
    private byte[] payload;

    /** Makes the allocator, and checks that its turns work. */
    @Setup
    public void prepare() {
      peer = Peers.of(allocator, memory);
      payload = new byte["half".equals(written) ? size / 2 : 1];
      Arrays.fill(payload, (byte) 3);
      if (turns() != TURNS * payload[0]) {
        throw new IllegalStateException(allocator + ": a byte that was written is lost");
      }
    }

    int turns() {
      return peer.turns(TURNS, size, payload);
    }

    /** Takes a turn; the compiler must assume that anything has changed before it. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    int turn() {
      return peer.turns(1, size, payload);
    }
  }

  // --8<-- [start:benchmark]
  /** The same, with an allocator for each thread. */
  @State(Scope.Thread)
  public static class Own extends Shared {}

  /** All threads use the same allocator. */
  @Benchmark
  @OperationsPerInvocation(TURNS)
  public int shared(Shared setting) {
    return setting.turns();
  }

  /** Each thread uses its own allocator. */
  @Benchmark
  @OperationsPerInvocation(TURNS)
  public int own(Own setting) {
    return setting.turns();
  }

  /** Like {@link #shared}, but turns are not inlined into one loop. */
  @Benchmark
  @OperationsPerInvocation(TURNS)
  public int opaque(Shared setting) {
    int sum = 0;
    for (int i = 0; i < TURNS; i++) {
      sum += setting.turn();
    }
    return sum;
  }
  // --8<-- [end:benchmark]
}
