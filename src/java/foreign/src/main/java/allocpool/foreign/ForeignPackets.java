package allocpool.foreign;

import allocpool.workload.PacketFactory;

/**
 * Makes packets in a memory segment. Allocating native memory for each would take far too
 * long, and so would an arena for each, so their bytes come from a list of free slots. A
 * strategy allocates or pools the packet with its slice, two objects in the Java heap.
 */
final class ForeignPackets extends PacketFactory<ForeignPacket> {
  private final Slots slots;

  /**
   * Makes a factory.
   *
   * @param slots at least as many as there are packets at a time; closed with the factory
   */
  ForeignPackets(Slots slots) {
    this.slots = slots;
  }

  @Override
  public ForeignPacket create() {
    int slot = slots.take();
    return new ForeignPacket(slot, slots.slice(slot));
  }

  /** {@inheritDoc} The view of its payload must not be used any more, either. */
  @Override
  public void destroy(ForeignPacket packet) {
    slots.giveBack(packet.slot);
  }

  @Override
  public void close() {
    slots.close();
  }
}
