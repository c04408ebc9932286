package allocpool.pools.bench;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of storing a reference into an object that has been pooled for long: the
 * collector's write barrier, path by path. All paths but {@link #intoYoung} store into
 * old holders, in turn.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StoreIntoOld {
  /** The target of a store, with a kilobyte beside it, so that each has its own card. */
  static final class Holder {
    Object value;
    byte[] body;
  }

  private static final int RENEWED_AFTER = 1024; // long before a collection

  /** The number of holders, which take turns, a power of two. */
  @Param("1")
  public int holders;

  /** Whether a full fence follows each store, as in G1's barrier. */
  @Param("false")
  public boolean fence;

  /** The number of other live objects, which give a marker something to do. */
  @Param("0")
  public int ballast;

  private Holder[] pool;
  private Object[] weight; // never read, only kept alive
  private Holder recent;
  private int turn;

  /** Makes the holders, and lets them grow old. */
  @Setup
  public void growOld() {
    pool = new Holder[holders];
    for (int i = 0; i < holders; i++) {
      pool[i] = new Holder();
      pool[i].body = new byte[1024];
    }
    weight = new Object[ballast];
    for (int i = 0; i < ballast; i++) {
      weight[i] = new Object();
    }
    System.gc();
    System.gc(); // A collector may have to see an object twice before it is old.
  }

  /** Checks that the stores were made. */
  @TearDown
  public void check() {
    Holder last = recent == null ? pool[turn - 1 & holders - 1] : recent;
    if (last.value == null) {
      throw new IllegalStateException("a store was lost");
    }
  }

  // --8<-- [start:stores]
  /** Stores a new object. Other region, old card: G1 issues a fence. */
  @Benchmark
  public void young() {
    pool[turn++ & holders - 1].value = new Object();
    if (fence) {
      VarHandle.fullFence();
    }
  }

  /**
   * Stores a new object into a young holder. Usually both are in the same region, so G1
   * is done at its first test, or else at the test for a young card. Both come before the
   * fence. If the holder had just been made, the compiler would omit the barrier.
   */
  @Benchmark
  public void intoYoung() {
    if ((turn++ & RENEWED_AFTER - 1) == 0) {
      recent = new Holder();
    }
    recent.value = new Object();
  }
  // --8<-- [end:stores]
}
