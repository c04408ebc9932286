package allocpool.pools.jcstress;

import allocpool.pools.Depot;
import allocpool.pools.Magazine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An object changes hands inside a magazine. All writes to both are plain, so only the
 * depot makes them visible.
 */
// --8<-- [start:hand-over]
@JCStressTest
@Description("A full magazine through the depot: whether it was there, what is in it.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing was given away yet.")
@Outcome(id = "1, 5", expect = Expect.ACCEPTABLE, desc = "It was, and all in it, too.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It came without what was done before.")
@State
public class MagazineHandOver {
  private final Depot<int[]> depot = new Depot<>(2, 1);

  /** Uses an object, and gives it away. */
  @Actor
  public void giver() {
    int[] object = new int[1];
    Magazine<int[]> magazine = new Magazine<>(1);
    object[0] = 5;
    magazine.push(object);
    depot.swapForEmpty(magazine);
  }

  /**
   * Gets a magazine if there is one.
   *
   * @param found the result
   */
  @Actor
  public void getter(II_Result found) {
    Magazine<int[]> magazine = depot.swapForFull(new Magazine<>(1));
    if (magazine != null) {
      found.r1 = 1;
      int[] object = magazine.pop();
      found.r2 = object == null ? -1 : object[0];
    }
  }
}
// --8<-- [end:hand-over]
