package allocpool.workload;

/** The numbers of packets that make a case. */
public final class Sizes {
  /** The size of a packet's buffer in bytes. */
  public static final int PACKET_BYTES = 1024;

  /** The analyser's longest absence without loss of packets, in milliseconds. */
  public static final int MAX_CAPTURING_DELAY_MS = 100;

  /** Packets in the pool of strategy {@code pool}. */
  public final int pool;

  /** Packets in the pool of strategy {@code mix}. */
  public final int mixPool;

  /** Packets in the queue between source and processor. */
  public final int queue;

  /** Slots of the store of TCP packets. */
  public final int stored;

  /** The divisor that was applied to all of them. */
  public final int scale;

  Sizes(int pool, int mixPool, int queue, int stored, int scale) {
    this.pool = pool / scale;
    this.mixPool = mixPool / scale;
    this.queue = queue / scale;
    this.stored = stored / scale;
    this.scale = scale;
  }
}
