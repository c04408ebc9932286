package allocpool.pools.jcstress;

import allocpool.pools.MpmcPool;
import allocpool.pools.Pool;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two threads share a queue of free objects: each use is visible to the next user. */
@JCStressTest
@Description("Two uses of pooled counters: the uses that the counters have seen.")
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both, of whichever counters.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A counter had two users at a time.")
@State
public class MpmcOneOwner {
  private final Pool<int[]> pool = new MpmcPool<>(() -> new int[1], 1);

  /** Uses a counter. */
  @Actor
  public void one() {
    use();
  }

  /** Uses a counter, too. */
  @Actor
  public void other() {
    use();
  }

  /**
   * Adds up the counts of two counters; the second is new if there was only one.
   *
   * @param seen the total of uses
   */
  @Arbiter
  public void uses(I_Result seen) {
    seen.r1 = pool.take()[0] + pool.take()[0];
  }

  private void use() {
    int[] counter = pool.take();
    counter[0]++;
    pool.release(counter);
  }
}
