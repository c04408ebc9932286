package allocpool.queues.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A ring that is wrong, to show what the orderings of the others are for: its index is
 * read and written plainly, as that of many queues is which "have always worked".
 *
 * <p>Nothing forbids the compiler, nor most processors, to write the index first, or to
 * read the number first. An x86 processor keeps the order of stores, and that of loads;
 * there, only the compiler can do it.
 */
// --8<-- [start:plain-index]
@JCStressTest
@Description("One number through a ring with a plain index: count found, number.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing was published yet.")
@Outcome(id = "1, 5", expect = Expect.ACCEPTABLE, desc = "The number was.")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING,
    desc = "The index came before its number: with release and acquire it cannot.")
@State
public class PlainIndexRing {
  private final int[] slots = new int[1];
  private int tail;

  /** Writes a number. */
  @Actor
  public void producer() {
    slots[0] = 5;
    tail = 1;
  }

  /**
   * Looks once.
   *
   * @param found what it sees
   */
  @Actor
  public void consumer(II_Result found) {
    found.r1 = tail;
    if (found.r1 > 0) {
      found.r2 = slots[0];
    }
  }
}
// --8<-- [end:plain-index]
