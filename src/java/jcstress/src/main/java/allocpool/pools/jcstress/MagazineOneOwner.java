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

/** Two threads want the only full magazine; exactly one gets it. */
@JCStressTest
@Description("One full magazine for two threads: what each of them finds in it.")
@Outcome(id = {"7, 0", "0, 7"}, expect = Expect.ACCEPTABLE, desc = "One has got it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It has two owners, or none.")
@State
public class MagazineOneOwner {
  private final Depot<Integer> depot = new Depot<>(2, 1);

  /** Makes a depot with one magazine. */
  public MagazineOneOwner() {
    Magazine<Integer> only = new Magazine<>(1);
    only.push(7);
    depot.swapForEmpty(only);
  }

  /**
   * Takes it.
   *
   * @param found the object it gets
   */
  @Actor
  public void one(II_Result found) {
    found.r1 = get();
  }

  /**
   * Takes it, too.
   *
   * @param found the object it gets
   */
  @Actor
  public void other(II_Result found) {
    found.r2 = get();
  }

  private int get() {
    Magazine<Integer> magazine = depot.swapForFull(new Magazine<>(1));
    return magazine == null ? 0 : magazine.pop();
  }
}
