package allocpool.queues.jcstress;

import allocpool.queues.StressedArrays;
import allocpool.queues.TickReader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A number is visible once its array has been handed over. */
@JCStressTest
@Description("One number through a dual array: count found, number.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing was published yet.")
@Outcome(id = "1, 5", expect = Expect.ACCEPTABLE, desc = "The array was.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The array came before its number.")
@State
public class DualArrayPublication {
  private final StressedArrays arrays = new StressedArrays();

  /** Hands over an array. */
  @Actor
  public void producer() {
    arrays.publishFirst(5);
  }

  /**
   * Polls once.
   *
   * @param found the result
   */
  @Actor
  public void consumer(II_Result found) {
    TickReader reader = arrays.reader();
    found.r1 = reader.poll();
    if (found.r1 > 0) {
      found.r2 = reader.get(0);
    }
  }
}
