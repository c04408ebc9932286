package allocpool.queues.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A wrong ring, to show why the others need their orderings: its index is read and
 * written plainly, like that of many queues that "have always worked".
 *
 * <p>Nothing forbids the compiler, or most processors, to write the index first, or to
 * read the number first. An x86 processor keeps the order of stores, and that of loads;
 * there, only the compiler can reorder them.
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
   * Polls once.
   *
   * @param found the result
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
