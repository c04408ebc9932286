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
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A run may grow once more before the next one is opened, just when the reader has found
 * it empty. So the reader loads its end a second time.
 */
// --8<-- [start:growth]
@JCStressTest
@Description("A run ring's run grows, then another is opened: count found, first.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing was published yet.")
@Outcome(id = "1, 6", expect = Expect.ACCEPTABLE, desc = "The run had grown.")
@Outcome(expect = Expect.FORBIDDEN, desc = "What the run got last was passed over.")
@State
public class RunRingGrowth {
  private final Ends ends = JavaQueues.runRing(4, 4);

  /** Makes a queue whose reader has taken all numbers of the current run. */
  public RunRingGrowth() {
    ends.writer().push(5, 1);
    ends.reader().poll();
    ends.reader().release();
  }

  /** Writes the next number, and one after a gap. */
  @Actor
  public void producer() {
    ends.writer().push(6, 1);
    ends.writer().push(9, 1);
  }

  /**
   * Polls once.
   *
   * @param found the result
   */
  @Actor
  public void consumer(II_Result found) {
    TickReader reader = ends.reader();
    found.r1 = reader.poll();
    if (found.r1 > 0) {
      found.r2 = reader.get(0);
    }
  }
}
// --8<-- [end:growth]
