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

/**
 * A run's entry is reused only when the reader has left it. There are two entries: the
 * second run takes that of the empty run with which a queue begins.
 */
@JCStressTest
@Description("A run ring of two entries, one free: appended, first and second number.")
@Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "There was no entry.")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "An entry was given back.")
@Outcome(id = "1, 1, 3", expect = Expect.ACCEPTABLE, desc = "And it was read again.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An entry was overwritten before it was left.")
@State
public class RunRingGiveBack {
  private final Ends ends = JavaQueues.runRing(8, 2);

  /** Makes a queue with one run; the reader is still in the empty one before it. */
  public RunRingGiveBack() {
    ends.writer().push(1, 1);
  }

  /**
   * Writes a number after a gap, if there is an entry for another run.
   *
   * @param found records whether it did
   */
  @Actor
  public void producer(III_Result found) {
    found.r1 = ends.writer().push(3, 1);
  }

  /**
   * Polls twice.
   *
   * @param found the result
   */
  @Actor
  public void consumer(III_Result found) {
    found.r2 = take();
    found.r3 = take();
  }

  private int take() {
    TickReader reader = ends.reader();
    if (reader.poll() == 0) {
      return 0;
    }
    int number = reader.get(0);
    reader.release();
    return number;
  }
}
