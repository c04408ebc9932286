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
import org.openjdk.jcstress.infra.results.ZB_Result;

/** The bytes written into a buffer are visible to the thread that takes it. */
@JCStressTest
@Description("A byte is written, its buffer goes through a depot: taken, byte.")
@Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "It was not there yet.")
@Outcome(id = "true, 7", expect = Expect.ACCEPTABLE, desc = "It was, with its content.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The buffer came before its content.")
@State
public class DepotPublication {
  private final Depot depot = new Depot(2, 1);
  private final PooledBuffer buffer = new PlainAllocator(Memory.HEAP).allocate(1);

  /** Writes, and gives the buffer away. */
  @Actor
  public void giver() {
    buffer.bytes().put(0, (byte) 7);
    depot.give(new PooledBuffer[] {buffer});
  }

  /**
   * Polls once.
   *
   * @param found the result
   */
  @Actor
  public void taker(ZB_Result found) {
    PooledBuffer[] taken = new PooledBuffer[1];
    found.r1 = depot.take(taken);
    if (found.r1) {
      found.r2 = taken[0].bytes().get(0);
    }
  }
}
