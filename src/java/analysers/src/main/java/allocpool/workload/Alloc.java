package allocpool.workload;

/**
 * A new packet every time, which is destroyed on release. For packets in the Java heap
 * that does nothing: they are left to the garbage collector.
 *
 * @param <P> the implementation's packet
 */
final class Alloc<P> extends Strategy<P> {
  private final PacketFactory<P> factory;

  Alloc(PacketFactory<P> factory) {
    this.factory = factory;
  }

  static <P> Strategy<P> create(PacketFactory<P> factory) {
    return new Alloc<>(factory);
  }

  // --8<-- [start:alloc]
  @Override
  P acquire() {
    return factory.create();
  }

  @Override
  void release(P packet) {
    factory.destroy(packet);
  }
  // --8<-- [end:alloc]
}
