package allocpool.clock.jcstress;

import allocpool.clock.StressedArrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An entry is read before its array is given back, and only then overwritten. */
@JCStressTest
@Description("The clock's dual array: entry read, whether it was overwritten meanwhile.")
@Outcome(id = "7, 0", expect = Expect.ACCEPTABLE, desc = "The array was the reader's.")
@Outcome(id = "7, 1", expect = Expect.ACCEPTABLE, desc = "It was given back.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It was overwritten before it was read.")
@State
public class ClockGiveBack {
  private final StressedArrays arrays = new StressedArrays();

  /** Hands over an array. */
  public ClockGiveBack() {
    arrays.publishFirst(7);
  }

  /**
   * Takes the last entry of its array.
   *
   * @param found the result
   */
  @Actor
  public void consumer(II_Result found) {
    found.r1 = arrays.next();
  }

  /**
   * Writes another entry, if allowed.
   *
   * @param found records whether it did
   */
  @Actor
  public void producer(II_Result found) {
    found.r2 = arrays.overwriteFirst(9) ? 1 : 0;
  }
}
