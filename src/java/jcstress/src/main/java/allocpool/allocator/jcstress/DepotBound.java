package allocpool.allocator.jcstress;

import allocpool.allocator.Depot;
import allocpool.allocator.Memory;
import allocpool.allocator.PlainAllocator;
import allocpool.allocator.PooledBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Two concurrent gives neither overfill a depot nor are both rejected. */
@JCStressTest
@Description("Two give to a depot that has room for one: kept, kept, all that are there.")
@Outcome(id = "true, false, 2", expect = Expect.ACCEPTABLE, desc = "The first was kept.")
@Outcome(id = "false, true, 2", expect = Expect.ACCEPTABLE, desc = "The second was.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The bound does not hold, or one was lost.")
@State
public class DepotBound {
  private final Depot depot = new Depot(2, 1);

  /** Makes a depot with room for one more magazine. */
  public DepotBound() {
    depot.give(magazine());
  }

  private static PooledBuffer[] magazine() {
    return new PooledBuffer[] {new PlainAllocator(Memory.HEAP).allocate(1)};
  }

  /**
   * Gives a magazine.
   *
   * @param kept whether it was kept
   */
  @Actor
  public void one(ZZI_Result kept) {
    kept.r1 = depot.give(magazine());
  }

  /**
   * Gives another magazine.
   *
   * @param kept whether it was kept
   */
  @Actor
  public void other(ZZI_Result kept) {
    kept.r2 = depot.give(magazine());
  }

  /**
   * Counts.
   *
   * @param kept the number of buffers
   */
  @Arbiter
  public void count(ZZI_Result kept) {
    kept.r3 = depot.buffers();
  }
}
