package allocpool.flat;

import allocpool.fixture.SlotLedger;

/** Handles that keep a ledger, and so fail a test in which two packets have the same. */
final class CheckedHandles extends HandlePool {
  final SlotLedger ledger = new SlotLedger();

  CheckedHandles(int capacity) {
    super(capacity);
  }

  @Override
  int take() {
    return ledger.taken(super.take());
  }

  @Override
  void giveBack(int handle) {
    ledger.givenBack(handle);
    super.giveBack(handle);
  }
}
