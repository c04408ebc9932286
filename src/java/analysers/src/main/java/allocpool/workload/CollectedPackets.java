package allocpool.workload;

import java.util.function.Supplier;

/**
 * Packets whose memory only the garbage collector manages.
 *
 * @param <P> the implementation's packet
 */
final class CollectedPackets<P> extends PacketFactory<P> {
  private final Supplier<P> constructor;

  private CollectedPackets(Supplier<P> constructor) {
    this.constructor = constructor;
  }

  /** Makes one; static, so that a program with its own factory loads no other. */
  static <P> PacketFactory<P> create(Supplier<P> constructor) {
    return new CollectedPackets<>(constructor);
  }

  @Override
  public P create() {
    return constructor.get();
  }

  @Override
  public void destroy(P packet) {}

  @Override
  public void close() {}
}
