package allocpool.allocator.jcstress;

import allocpool.allocator.Depot;
import allocpool.allocator.Memory;
import allocpool.allocator.PlainAllocator;
import allocpool.allocator.PooledBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** If two threads want the only magazine, exactly one gets it. */
@JCStressTest
@Description("Two take from a depot of one magazine: who got it.")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The first did.")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "The second did.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It was taken twice, or lost.")
@State
public class DepotOneTaker {
  private final Depot depot = new Depot(2, 1);

  /** Makes a depot with one magazine. */
  public DepotOneTaker() {
    depot.give(new PooledBuffer[] {new PlainAllocator(Memory.HEAP).allocate(1)});
  }

  /**
   * Takes it.
   *
   * @param got whether it got it
   */
  @Actor
  public void one(ZZ_Result got) {
    got.r1 = depot.take(new PooledBuffer[1]);
  }

  /**
   * Takes it, too.
   *
   * @param got whether it got it
   */
  @Actor
  public void other(ZZ_Result got) {
    got.r2 = depot.take(new PooledBuffer[1]);
  }
}
