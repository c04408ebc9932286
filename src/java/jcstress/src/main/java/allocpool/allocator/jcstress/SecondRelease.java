package allocpool.allocator.jcstress;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.Memory;
import allocpool.allocator.PoolSettings;
import allocpool.allocator.PooledBuffer;
import allocpool.allocator.PoolingAllocator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Two threads release the same buffer, which is an error. Without checking, it is a
 * matter of luck whether that is noticed at once, because the on-loan mark is a plain
 * field. If not, it is noticed later, if the pool is about to lend the buffer a second
 * time while it still has a user.
 */
// --8<-- [start:second-release]
@JCStressTest
@Description("Two release one buffer: who was not refused.")
@Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One.")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE_INTERESTING,
    desc = "Both: now the pool has the buffer twice, and two may get it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The buffer's own user was refused.")
@State
public class SecondRelease {
  private final BufferAllocator pool = new PoolingAllocator(
      PoolSettings.of(Memory.HEAP).sizes(64, 64).bytesShared(0).sharedCaches());
  private final PooledBuffer buffer = pool.allocate(64);

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
      pool.release(buffer);
      return true;
    } catch (IllegalStateException refused) {
      return false;
    }
  }
}
// --8<-- [end:second-release]
