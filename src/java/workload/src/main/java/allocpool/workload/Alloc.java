package allocpool.workload;

import java.util.function.Supplier;

/**
 * A new packet every time; what is given back is left to the garbage collector.
 *
 * @param <P> the implementation's packet
 */
final class Alloc<P> extends Strategy<P> {
  private final Supplier<P> factory;

  Alloc(Supplier<P> factory) {
    this.factory = factory;
  }

  static <P> Strategy<P> create(Supplier<P> factory) {
    return new Alloc<>(factory);
  }

  // --8<-- [start:alloc]
  @Override
  P acquire() {
    return factory.get();
  }

  @Override
  void release(P garbage) {}
  // --8<-- [end:alloc]
}
