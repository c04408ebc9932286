package allocpool.foreign;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;

/** Slots that know which of them are taken, and fail a test that gives one back twice. */
final class CheckedSlots extends Slots {
  private final BitSet taken = new BitSet();

  CheckedSlots(int count) {
    super(count);
  }

  @Override
  int take() {
    int slot = super.take();
    assertTrue(!taken.get(slot), () -> "slot " + slot + " is taken by two packets");
    taken.set(slot);
    return slot;
  }

  @Override
  void giveBack(int slot) {
    assertTrue(taken.get(slot), () -> "slot " + slot + " was given back twice");
    taken.clear(slot);
    super.giveBack(slot);
  }

  int inUse() {
    return taken.cardinality();
  }
}
