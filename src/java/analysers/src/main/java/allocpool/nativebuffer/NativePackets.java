package allocpool.nativebuffer;

import allocpool.workload.PacketFactory;

/**
 * Makes packets in native memory. Even what is "allocated" here comes from a list of free
 * slots: to allocate a direct buffer takes far too long, and to free it is up to the
 * garbage collector. What a strategy allocates or pools is the packet with its slice, two
 * objects in the Java heap.
 */
final class NativePackets extends PacketFactory<NativePacket> {
  private final Slots slots;

  /**
   * Makes a factory.
   *
   * @param slots as many as there are packets at a time
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

  /** {@inheritDoc} Nor may the view of its payload be used any more. */
  @Override
  public void destroy(NativePacket packet) {
    slots.giveBack(packet.slot);
  }

  /** Does nothing: only the garbage collector frees a direct buffer. */
  @Override
  public void close() {}
  // --8<-- [end:create]
}
