package allocpool.workload;

/** How many packets live where: the numbers that make a case. */
public final class Sizes {
  /** The bytes of a packet's buffer. */
  public static final int PACKET_BYTES = 1024;

  /** How long the analyser may be away before packets are lost, in milliseconds. */
  public static final int MAX_CAPTURING_DELAY_MS = 100;

  /** Packets in the pool of strategy {@code pool}. */
  public final int pool;

  /** Packets in the pool of strategy {@code mix}. */
  public final int mixPool;

  /** Packets in the queue between source and processor. */
  public final int queue;

  /** Slots of the store of TCP packets. */
  public final int stored;

  /** By how much all of them were divided. */
  public final int scale;

  Sizes(int pool, int mixPool, int queue, int stored, int scale) {
    this.pool = pool / scale;
    this.mixPool = mixPool / scale;
    this.queue = queue / scale;
    this.stored = stored / scale;
    this.scale = scale;
  }
}
