package allocpool.allocator.jcstress;

import allocpool.allocator.Depot;
import allocpool.allocator.Memory;
import allocpool.allocator.PlainAllocator;
import allocpool.allocator.PooledBuffer;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A magazine is a plain array that is reused: the thread that has emptied it returns it,
 * and the next giver fills it again. In between it changes hands twice.
 */
@JCStressTest
@Description("One gives 2 and 3 to a depot that has 1, another one takes: what comes.")
@Outcome(id = {"1, 0, 0", "1, 0, 2", "1, 2, 0", "1, 2, 3"}, expect = Expect.ACCEPTABLE,
    desc = "What was there whenever the taker came, in its order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A buffer came twice, or not, or torn.")
@State
public class DepotRecycling {
  private static final int SIZE = 16; // so that filling and emptying take a while

  private final Depot depot = new Depot(4, SIZE);

  /** Makes a depot with one full magazine and no empty ones. */
  public DepotRecycling() {
    depot.give(magazine(1));
  }

  private static PooledBuffer[] magazine(int content) {
    PooledBuffer buffer = new PlainAllocator(Memory.HEAP).allocate(1);
    buffer.bytes().put(0, (byte) content);
    PooledBuffer[] magazine = new PooledBuffer[SIZE];
    Arrays.fill(magazine, buffer);
    return magazine;
  }

  /** Gives twice, the second time perhaps in the magazine that the taker returned. */
  @Actor
  public void giver() {
    depot.give(magazine(2));
    depot.give(magazine(3));
  }

  /**
   * Takes three times.
   *
   * @param found the content of all buffers; 0: no magazine; -1: not all the same
   */
  @Actor
  public void taker(III_Result found) {
    found.r1 = take();
    found.r2 = take();
    found.r3 = take();
  }

  private int take() {
    PooledBuffer[] taken = new PooledBuffer[SIZE];
    if (!depot.take(taken)) {
      return 0;
    }
    for (PooledBuffer buffer : taken) {
      if (buffer == null || buffer != taken[0]) {
        return -1;
      }
    }
    return taken[0].bytes().get(0);
  }
}
