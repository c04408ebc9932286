package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DepotTest {
  private final Depot depot = new Depot(4, 2);

  /** Makes a magazine's buffers, and one more. */
  private static PooledBuffer[] buffers() {
    PooledBuffer[] buffers = new PooledBuffer[3];
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = new PooledBuffer(ByteBuffer.allocate(1), buffers, 0);
    }
    return buffers;
  }

  private boolean take() {
    return depot.take(new PooledBuffer[2]);
  }

  private void giveFour() {
    for (int i = 0; i < 4; i++) {
      assertTrue(depot.give(buffers()));
    }
  }

  @Test
  void magazinesComeOutAsTheyWentIn() {
    PooledBuffer[] given = buffers();
    assertTrue(depot.give(given));
    assertEquals(2, depot.buffers());
    PooledBuffer[] taken = new PooledBuffer[3];
    assertTrue(depot.take(taken));
    assertArrayEquals(new PooledBuffer[] {given[0], given[1], null}, taken);
    assertEquals(0, depot.buffers());
    assertFalse(depot.take(taken));
  }

  @Test
  void whatIsTooMuchIsNotKept() {
    giveFour();
    assertFalse(depot.give(buffers()));
    assertEquals(8, depot.buffers());
    assertTrue(take());
    assertTrue(depot.give(buffers()), "there is room again");
  }

  @Test
  void trimmingLeavesAsManyAsWereNeeded() {
    giveFour();
    depot.trim();
    assertEquals(8, depot.buffers(), "they have come since the depot was made");
    take();
    take();
    take();
    depot.give(buffers());
    depot.give(buffers());
    depot.give(buffers());
    depot.trim();
    assertEquals(6, depot.buffers(), "three magazines were out at a time");
    depot.trim();
    assertEquals(0, depot.buffers(), "none was");
  }

  /** A failed request means that more than the available magazines were needed. */
  @Test
  void nothingIsTrimmedWhereItWasTooLittle() {
    depot.give(buffers());
    depot.trim();
    take();
    assertFalse(take());
    depot.give(buffers());
    depot.trim();
    assertEquals(2, depot.buffers());
  }

  @Test
  void clearingLeavesNothing() {
    giveFour();
    depot.clear();
    assertEquals(0, depot.buffers());
    assertFalse(take());
    giveFour();
    depot.trim();
    assertEquals(8, depot.buffers(), "it begins anew");
  }
}
