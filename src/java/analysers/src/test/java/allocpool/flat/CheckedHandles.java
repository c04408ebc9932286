package allocpool.flat;

import allocpool.fixture.SlotLedger;

/** Handles with a ledger, which fails a test if two packets have the same. */
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
