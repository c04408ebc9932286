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

/** A run's first number and its end are visible once the run has been opened. */
@JCStressTest
@Description("Two numbers make the first run of a run ring: count found, first.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing was published yet.")
@Outcome(id = "2, 5", expect = Expect.ACCEPTABLE, desc = "The run was.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A run was opened before it was written.")
@State
public class RunRingPublication {
  private final Ends ends = JavaQueues.runRing(2, 2);

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
  public void consumer(II_Result found) {
    TickReader reader = ends.reader();
    found.r1 = reader.poll();
    if (found.r1 > 0) {
      found.r2 = reader.get(0);
    }
  }
}
