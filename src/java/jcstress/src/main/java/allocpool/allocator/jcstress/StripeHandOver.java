package allocpool.allocator.jcstress;

import allocpool.allocator.Memory;
import allocpool.allocator.PoolSettings;
import allocpool.allocator.PooledBuffer;
import allocpool.allocator.PoolingAllocator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two threads share one stripe: a buffer has one user at a time. */
@JCStressTest
@Description("Two count in pooled buffers: the sum of what the buffers say.")
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "In the same buffer or in two.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A buffer had two users at a time.")
@State
public class StripeHandOver {
  private final PoolingAllocator pool = new PoolingAllocator(
      PoolSettings.of(Memory.HEAP).sizes(64, 64).bytesShared(0)
          .sharedCaches().stripes(1));
  private PooledBuffer ofOne;
  private PooledBuffer ofOther;

  /** Makes a pool with a buffer in it. */
  public StripeHandOver() {
    pool.release(pool.allocate(64));
  }

  /** Counts. */
  @Actor
  public void one() {
    ofOne = count();
  }

  /** Counts, too. */
  @Actor
  public void other() {
    ofOther = count();
  }

  /**
   * Adds up.
   *
   * @param sum the sum over the buffers used
   */
  @Arbiter
  public void add(I_Result sum) {
    sum.r1 = ofOne.bytes().getInt(0);
    if (ofOther != ofOne) {
      sum.r1 += ofOther.bytes().getInt(0);
    }
  }

  private PooledBuffer count() {
    PooledBuffer buffer = pool.allocate(64);
    buffer.bytes().putInt(0, buffer.bytes().getInt(0) + 1);
    pool.release(buffer);
    return buffer;
  }
}
