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
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Trims a depot while another thread takes and gives: dropped buffers are never handed
 * out, and the remaining ones are intact.
 */
@JCStressTest
@Description("Two are trimmed while one is taken and given back: magazines, buffers.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nobody had needed them.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The one that was taken stays.")
@Outcome(expect = Expect.FORBIDDEN, desc = "More stay, or one twice, or one is missing.")
@State
public class DepotTrim {
  private final Depot depot = new Depot(4, 1);

  /** Makes a depot of two magazines that were not needed since it was trimmed. */
  public DepotTrim() {
    depot.give(new PooledBuffer[] {new PlainAllocator(Memory.HEAP).allocate(1)});
    depot.give(new PooledBuffer[] {new PlainAllocator(Memory.HEAP).allocate(1)});
    depot.trim();
  }

  /** Trims. */
  @Actor
  public void trimmer() {
    depot.trim();
  }

  /** Takes one, and gives it back. */
  @Actor
  public void user() {
    PooledBuffer[] mine = new PooledBuffer[1];
    if (depot.take(mine)) {
      depot.give(mine);
    }
  }

  /**
   * Takes the rest.
   *
   * @param left the number of magazines, and of distinct buffers
   */
  @Arbiter
  public void rest(II_Result left) {
    PooledBuffer[] taken = new PooledBuffer[1];
    PooledBuffer before = null;
    while (depot.take(taken)) {
      left.r1++;
      left.r2 += taken[0] == null || taken[0] == before ? 0 : 1;
      before = taken[0];
    }
  }
}
