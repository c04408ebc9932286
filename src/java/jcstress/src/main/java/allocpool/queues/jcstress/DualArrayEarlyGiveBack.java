package allocpool.queues.jcstress;

import allocpool.queues.StressedArrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A wrong consumer, to show that {@link DualArrayGiveBack} would detect it: it gives the
 * array back before it reads, as the compiler and some processors might do if the limit
 * were stored plainly. The code has that order, so that every machine shows it.
 */
@JCStressTest
@Description("A dual array given back early: number read, whether it was overwritten.")
@Outcome(id = "7, 0", expect = Expect.ACCEPTABLE, desc = "The array was the reader's.")
@Outcome(id = "7, 1", expect = Expect.ACCEPTABLE, desc = "It was given back.")
@Outcome(id = "9, 1", expect = Expect.ACCEPTABLE_INTERESTING,
    desc = "It was overwritten before it was read: by the right order it cannot be.")
@State
public class DualArrayEarlyGiveBack {
  private final StressedArrays arrays = new StressedArrays();

  /** Hands over an array. */
  public DualArrayEarlyGiveBack() {
    arrays.publishFirst(7);
  }

  /**
   * Gives the array back, then takes its number.
   *
   * @param found the result
   */
  @Actor
  public void consumer(II_Result found) {
    arrays.reader().poll();
    arrays.giveBackFirst();
    found.r1 = arrays.reader().get(0);
  }

  /**
   * Writes another number, if allowed.
   *
   * @param found records whether it did
   */
  @Actor
  public void producer(II_Result found) {
    found.r2 = arrays.overwriteFirst(9) ? 1 : 0;
  }
}
