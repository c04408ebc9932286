package allocpool.workload;

/**
 * The analyser as its drivers see it, whatever a packet is made of. Not thread-safe.
 */
public abstract class Analyser implements AutoCloseable {

  /** Receives one packet and processes the oldest one, once the queue has its length. */
  public abstract void step();

  /**
   * Takes many steps: the unit of work whose time is taken.
   *
   * @param packets how many, at least 0
   */
  // --8<-- [start:run]
  public final void run(int packets) {
    for (int i = 0; i < packets; i++) {
      step();
    }
  }
  // --8<-- [end:run]

  /**
   * The packets that have left the queue.
   *
   * @return their number so far
   */
  public abstract long processed();

  /**
   * The TCP packets among the processed ones.
   *
   * @return their number so far
   */
  public abstract long tcpCount();

  /**
   * Sums up all that the analyser knows, so that two runs of the same packets can be
   * compared. Changes nothing that a later step or digest would see.
   *
   * <p>Strategy {@code dummy} has no digest: its only packet is overwritten all the time.
   *
   * @return the digest
   */
  public abstract long digest();

  /**
   * Gives back memory that is not the garbage collector's, if there is any. No step and
   * no digest may follow.
   */
  @Override
  public void close() {}
}
