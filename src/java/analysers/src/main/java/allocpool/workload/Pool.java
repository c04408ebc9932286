package allocpool.workload;

/**
 * Packets made in advance and reused, last in, first out, because the last one is most
 * likely in a cache. An empty pool makes a new packet; a full one destroys a released
 * packet.
 *
 * @param <P> the implementation's packet
 */
final class Pool<P> extends Strategy<P> {
  private final PacketFactory<P> factory;
  private final P[] free;
  private int count;

  /**
   * Makes a full pool.
   *
   * @param factory makes the packets
   * @param capacity the number of packets it holds, at least 0
   */
  Pool(PacketFactory<P> factory, int capacity) {
    this.factory = factory;
    @SuppressWarnings("unchecked") // Only packets of this factory are ever put in.
    P[] packets = (P[]) new Object[capacity];
    free = packets;
    while (count < capacity) {
      free[count++] = factory.create();
    }
  }

  static <P> Strategy<P> create(PacketFactory<P> factory, int capacity) {
    return new Pool<>(factory, capacity);
  }

  // --8<-- [start:pool]
  @Override
  P acquire() {
    if (count == 0) {
      return factory.create();
    }
    P packet = free[--count];
    free[count] = null; // The pool must not keep taken packets alive.
    return packet;
  }

  @Override
  void release(P packet) {
    if (count < free.length) {
      free[count++] = packet;
    } else {
      factory.destroy(packet);
    }
  }
  // --8<-- [end:pool]
}
