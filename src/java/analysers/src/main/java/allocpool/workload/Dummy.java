package allocpool.workload;

/**
 * One packet for all uses: measures the program's time without any memory management.
 *
 * @param <P> the implementation's packet
 */
final class Dummy<P> extends Strategy<P> {
  private final P packet;

  Dummy(PacketFactory<P> factory) {
    packet = factory.create();
  }

  static <P> Strategy<P> create(PacketFactory<P> factory) {
    return new Dummy<>(factory);
  }

  // --8<-- [start:dummy]
  @Override
  P acquire() {
    return packet;
  }

  @Override
  void release(P unused) {}
  // --8<-- [end:dummy]
}
