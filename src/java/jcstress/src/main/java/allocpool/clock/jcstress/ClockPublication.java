package allocpool.clock.jcstress;

import allocpool.clock.StressedArrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** An entry is visible once its array has been handed over. */
@JCStressTest
@Description("One entry of the clock's dual array: what the reader gets.")
@Outcome(id = "5", expect = Expect.ACCEPTABLE, desc = "What was written.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The array came before its entry.")
@State
public class ClockPublication {
  private final StressedArrays arrays = new StressedArrays();

  /** Hands over an array. */
  @Actor
  public void producer() {
    arrays.publishFirst(5);
  }

  /**
   * Waits for the array.
   *
   * @param found the result
   */
  @Actor
  public void consumer(I_Result found) {
    found.r1 = arrays.next();
  }
}
