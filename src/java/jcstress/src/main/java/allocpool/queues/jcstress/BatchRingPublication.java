package allocpool.queues.jcstress;

import allocpool.queues.Ends;
import allocpool.queues.JavaQueues;
import allocpool.queues.TickReader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Numbers become visible with the index behind them, all at once. */
@JCStressTest
@Description("Two numbers go through a batch ring: count found, first, second.")
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing was published yet.")
@Outcome(id = "2, 5, 6", expect = Expect.ACCEPTABLE, desc = "Both numbers were.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The index came before a number.")
@State
public class BatchRingPublication {
  private final Ends ends = JavaQueues.batchRing(2);

  /** Writes two numbers. */
  @Actor
  public void producer() {
    ends.writer().push(5, 2);
  }

  /**
   * Polls once.
   *
   * @param found the result
   */
  @Actor
  public void consumer(III_Result found) {
    TickReader reader = ends.reader();
    found.r1 = reader.poll();
    if (found.r1 > 0) {
      found.r2 = reader.get(0);
    }
    if (found.r1 > 1) {
      found.r3 = reader.get(1);
    }
  }
}
