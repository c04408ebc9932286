package allocpool.queues.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Dekker's mutual exclusion with volatile flags: no load overtakes a store. */
@JCStressTest
@Description("Each thread sets its volatile flag, then reads the other's.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The first may enter.")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The second may enter.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Neither enters.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both enter: a load went ahead of a store.")
@State
public class DekkerVolatile {
  private volatile int firstFlag;
  private volatile int secondFlag;

  /**
   * Sets its flag.
   *
   * @param read the other flag's value
   */
  @Actor
  public void first(II_Result read) {
    firstFlag = 1;
    read.r1 = secondFlag;
  }

  /**
   * Sets its flag.
   *
   * @param read the other flag's value
   */
  @Actor
  public void second(II_Result read) {
    secondFlag = 1;
    read.r2 = firstFlag;
  }
}
