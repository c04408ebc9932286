package allocpool.queues.jcstress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Dekker's mutual exclusion with release and acquire, which do not suffice: a store may
 * wait in the core's store buffer while a later load overtakes it.
 */
// --8<-- [start:dekker-release]
@JCStressTest
@Description("Each thread sets its flag, then reads the other's: what the two read.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The first may enter.")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The second may enter.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Neither enters.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both enter.")
@State
public class DekkerRelease {
  private static final VarHandle FLAGS =
      MethodHandles.arrayElementVarHandle(int[].class);

  private final int[] flags = new int[2];

  /**
   * Sets flag 0.
   *
   * @param read the value of flag 1
   */
  @Actor
  public void first(II_Result read) {
    FLAGS.setRelease(flags, 0, 1);
    read.r1 = (int) FLAGS.getAcquire(flags, 1);
  }

  /**
   * Sets flag 1.
   *
   * @param read the value of flag 0
   */
  @Actor
  public void second(II_Result read) {
    FLAGS.setRelease(flags, 1, 1);
    read.r2 = (int) FLAGS.getAcquire(flags, 0);
  }
}
// --8<-- [end:dekker-release]
