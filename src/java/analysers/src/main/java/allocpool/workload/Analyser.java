package allocpool.workload;

/**
 * The analyser as its drivers see it, independent of the kind of packet. Not thread-safe.
 */
public abstract class Analyser implements AutoCloseable {

  /** Receives one packet and processes the oldest one, once the queue has its length. */
  public abstract void step();

  /**
   * Takes many steps: the unit of work that is timed.
   *
   * @param packets the number of steps, at least 0
   */
  // --8<-- [start:run]
  public final void run(int packets) {
    for (int i = 0; i < packets; i++) {
      step();
    }
  }
  // --8<-- [end:run]

  /**
   * Returns the number of packets that have left the queue.
   *
   * @return the number so far
   */
  public abstract long processed();

  /**
   * Returns the number of TCP packets among the processed ones.
   *
   * @return the number so far
   */
  public abstract long tcpCount();

  /**
   * Computes a digest of the analyser's state, so that two runs with the same packets can
   * be compared. Has no effect on later steps or digests.
   *
   * <p>Strategy {@code dummy} has no digest: its only packet is overwritten all the time.
   *
   * @return the digest
   */
  public abstract long digest();

  /**
   * Releases memory that the garbage collector does not manage, if there is any. No step
   * and no digest may follow.
   */
  @Override
  public void close() {}
}
