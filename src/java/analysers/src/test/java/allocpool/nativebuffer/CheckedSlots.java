package allocpool.nativebuffer;

import allocpool.fixture.SlotLedger;

/** Slots with a ledger, which fails a test that gives one back twice. */
final class CheckedSlots extends Slots {
  final SlotLedger ledger = new SlotLedger();

  CheckedSlots(int count) {
    super(count);
  }

  @Override
  int take() {
    return ledger.taken(super.take());
  }

  @Override
  void giveBack(int slot) {
    ledger.givenBack(slot);
    super.giveBack(slot);
  }
}
