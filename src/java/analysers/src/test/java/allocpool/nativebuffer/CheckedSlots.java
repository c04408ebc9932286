package allocpool.nativebuffer;

import allocpool.fixture.SlotLedger;

/** Slots that keep a ledger, and so fail a test that gives one back twice. */
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
