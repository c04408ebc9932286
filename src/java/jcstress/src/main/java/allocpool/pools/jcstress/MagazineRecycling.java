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
 * Empty magazines circulate, too: a thread that gets a full one leaves its empty one, and
 * a thread that brings a full one takes it along. It must arrive empty.
 */
@JCStressTest
@Description("A spent magazine through the depot: what one finds, what fits in again.")
@Outcome(id = "5, 7", expect = Expect.ACCEPTABLE, desc = "Each has what it should.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The spent one came before it was empty.")
@State
public class MagazineRecycling {
  private final Depot<Integer> depot = new Depot<>(4, 1);

  /** Makes a depot with a full magazine. */
  public MagazineRecycling() {
    depot.swapForEmpty(full(5));
  }

  private static Magazine<Integer> full(int object) {
    Magazine<Integer> magazine = new Magazine<>(1);
    magazine.push(object);
    return magazine;
  }

  /**
   * Empties a magazine, and exchanges it for the full one.
   *
   * @param found the object in that
   */
  @Actor
  public void taker(II_Result found) {
    Magazine<Integer> spent = full(3);
    spent.pop();
    Magazine<Integer> magazine = depot.swapForFull(spent);
    found.r1 = magazine == null ? 0 : magazine.pop();
  }

  /**
   * Brings a full one, and fills the one it gets in exchange.
   *
   * @param found its content afterwards
   */
  @Actor
  public void giver(II_Result found) {
    Magazine<Integer> empty = depot.swapForEmpty(full(6));
    found.r2 = empty.push(7) ? empty.pop() : -1;
  }
}
