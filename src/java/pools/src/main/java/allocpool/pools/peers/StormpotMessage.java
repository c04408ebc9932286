package allocpool.pools.peers;

import allocpool.pools.Message;
import stormpot.Poolable;
import stormpot.Slot;

/** A message that knows its slot in Stormpot's pool. */
final class StormpotMessage extends Message implements Poolable {
  private final Slot slot;

  StormpotMessage(int bytes, Slot slot) {
    super(bytes);
    this.slot = slot;
  }

  @Override
  public void release() {
    slot.release(this);
  }
}
