package allocpool.allocator.jcstress;

import allocpool.allocator.CheckingAllocator;
import allocpool.allocator.Memory;
import allocpool.allocator.MisuseListener;
import allocpool.allocator.PlainAllocator;
import allocpool.allocator.PooledBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two threads release the same watched buffer: one of them is always rejected. */
@JCStressTest
@Description("Two release one watched buffer: who was not refused.")
@Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both, or none.")
@State
public class WatchedRelease {
  private static final MisuseListener NOBODY = new MisuseListener() {
    @Override
    public void leaked(int size, Throwable allocatedAt) {
      throw new IllegalStateException("a leak of what was released", allocatedAt);
    }

    @Override
    public void writtenAfterRelease(
        int index, Throwable allocatedAt, Throwable releasedAt) {
      throw new IllegalStateException("a write that nobody did", releasedAt);
    }
  };

  private final CheckingAllocator checking =
      new CheckingAllocator(new PlainAllocator(Memory.HEAP), 1, NOBODY);
  private final PooledBuffer buffer = checking.allocate(1);

  /**
   * Releases it.
   *
   * @param released whether the release was accepted
   */
  @Actor
  public void one(ZZ_Result released) {
    released.r1 = release();
  }

  /**
   * Releases it, too.
   *
   * @param released whether the release was accepted
   */
  @Actor
  public void other(ZZ_Result released) {
    released.r2 = release();
  }

  private boolean release() {
    try {
      checking.release(buffer);
      return true;
    } catch (IllegalStateException refused) {
      return false;
    }
  }
}
