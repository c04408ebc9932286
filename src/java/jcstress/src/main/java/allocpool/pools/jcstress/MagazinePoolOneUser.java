package allocpool.pools.jcstress;

import allocpool.pools.MagazinePool;
import allocpool.pools.Pool;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Two threads share a magazine pool so small that each goes to the depot: each use of an
 * object is visible to the next user.
 */
@JCStressTest
@Description("Six uses of pooled counters: the uses that all counters have seen.")
@Outcome(id = "6", expect = Expect.ACCEPTABLE, desc = "All, of whichever counters.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A counter had two users at a time.")
@State
public class MagazinePoolOneUser {
  private final Queue<int[]> made = new ConcurrentLinkedQueue<>();
  private final Pool<int[]> pool = new MagazinePool<>(this::make, 2, 1);

  private int[] make() {
    int[] counter = new int[1];
    made.add(counter);
    return counter;
  }

  /** Uses counters. */
  @Actor
  public void one() {
    use();
  }

  /** Uses counters, too. */
  @Actor
  public void other() {
    use();
  }

  /**
   * Adds up.
   *
   * @param seen the total of uses
   */
  @Arbiter
  public void uses(I_Result seen) {
    seen.r1 = made.stream().mapToInt(counter -> counter[0]).sum();
  }

  /** A thread keeps two; the third goes to the depot, where the other thread looks. */
  private void use() {
    int[] first = pool.take();
    int[] second = pool.take();
    int[] third = pool.take();
    first[0]++;
    second[0]++;
    third[0]++;
    pool.release(first);
    pool.release(second);
    pool.release(third);
  }
}
