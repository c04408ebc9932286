package allocpool.nativebuffer;

import allocpool.workload.PacketFactory;

/**
 * Makes packets in native memory. Even the packets that a strategy "allocates" take their
 * bytes from a list of free slots: allocating a direct buffer takes far too long, and
 * only the garbage collector frees it. A strategy allocates or pools the packet with its
 * slice, two objects in the Java heap.
 */
final class NativePackets extends PacketFactory<NativePacket> {
  private final Slots slots;

  /**
   * Makes a factory.
   *
   * @param slots at least as many as there are packets at a time
   */
  NativePackets(Slots slots) {
    this.slots = slots;
  }

  // --8<-- [start:create]
  @Override
  public NativePacket create() {
    int slot = slots.take();
    return new NativePacket(slot, slots.slice(slot));
  }

  /** {@inheritDoc} The view of its payload must not be used any more, either. */
  @Override
  public void destroy(NativePacket packet) {
    slots.giveBack(packet.slot);
  }

  /** Does nothing: only the garbage collector frees a direct buffer. */
  @Override
  public void close() {}
  // --8<-- [end:create]
}
