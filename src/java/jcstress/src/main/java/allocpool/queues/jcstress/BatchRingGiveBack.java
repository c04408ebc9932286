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

/** A number is read before its slot is given back, and only then overwritten. */
@JCStressTest
@Description("A full batch ring of one slot: number read, count appended meanwhile.")
@Outcome(id = "7, 0", expect = Expect.ACCEPTABLE, desc = "The ring was full.")
@Outcome(id = "7, 1", expect = Expect.ACCEPTABLE, desc = "The slot was given back.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The slot was overwritten before it was read.")
@State
public class BatchRingGiveBack {
  private final Ends ends = JavaQueues.batchRing(1);

  /** Makes a full ring. */
  public BatchRingGiveBack() {
    ends.writer().push(7, 1);
  }

  /**
   * Takes the number.
   *
   * @param found the result
   */
  @Actor
  public void consumer(II_Result found) {
    TickReader reader = ends.reader();
    reader.poll();
    found.r1 = reader.get(0);
    reader.release();
  }

  /**
   * Writes another number, if there is room.
   *
   * @param found records whether it did
   */
  @Actor
  public void producer(II_Result found) {
    found.r2 = ends.writer().push(8, 1);
  }
}
