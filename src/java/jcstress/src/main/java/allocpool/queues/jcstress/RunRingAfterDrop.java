package allocpool.queues.jcstress;

import allocpool.queues.Ends;
import allocpool.queues.JavaQueues;
import allocpool.queues.TickReader;
import allocpool.queues.TickWriter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Appended numbers arrive in order, and dropped ones do not arrive. */
@JCStressTest
@Description("1, 2 and 3 through a run ring of one number: digits appended, received.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "2 and 3 were dropped.")
@Outcome(id = "12, 12", expect = Expect.ACCEPTABLE, desc = "3 was dropped.")
@Outcome(id = "13, 13", expect = Expect.ACCEPTABLE, desc = "2 was: a new run.")
@Outcome(id = "123, 123", expect = Expect.ACCEPTABLE, desc = "All went through.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A number was lost, or came from nowhere.")
@State
public class RunRingAfterDrop {
  private final Ends ends = JavaQueues.runRing(1, 2);

  /**
   * Writes as many numbers as fit.
   *
   * @param digits records those that were appended
   */
  @Actor
  public void producer(II_Result digits) {
    TickWriter writer = ends.writer();
    for (int number = 1; number <= 3; number++) {
      if (writer.push(number, 1) == 1) {
        digits.r1 = digits.r1 * 10 + number;
      }
    }
  }

  /**
   * Polls twice.
   *
   * @param digits records the numbers received
   */
  @Actor
  public void consumer(II_Result digits) {
    take(digits);
    take(digits);
  }

  /**
   * Takes the rest when both actors are done.
   *
   * @param digits records the numbers received
   */
  @Arbiter
  public void rest(II_Result digits) {
    boolean more;
    do {
      more = take(digits);
    } while (more);
  }

  private boolean take(II_Result digits) {
    TickReader reader = ends.reader();
    int polled = reader.poll();
    for (int i = 0; i < polled; i++) {
      digits.r2 = digits.r2 * 10 + reader.get(i);
    }
    if (polled > 0) {
      reader.release();
    }
    return polled > 0;
  }
}
