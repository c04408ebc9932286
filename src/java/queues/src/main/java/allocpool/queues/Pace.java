package allocpool.queues;

/**
 * A clock's pace. A clock has beats of at least a nanosecond; at shorter intervals,
 * several ticks become due per beat. Immutable.
 */
public final class Pace {
  private final long beatPicoseconds;
  private final int ticksPerBeat;

  private Pace(long beatPicoseconds, int ticksPerBeat) {
    this.beatPicoseconds = beatPicoseconds;
    this.ticksPerBeat = ticksPerBeat;
  }

  /**
   * Returns the pace nearest to an interval.
   *
   * @param nanoseconds between two ticks, 0.001 to 6e10 (one minute); a beat is rounded
   *     to whole picoseconds
   * @return that pace
   * @throws IllegalArgumentException if the interval is out of that range
   */
  public static Pace at(double nanoseconds) {
    if (!(nanoseconds >= 1e-3 && nanoseconds <= 6e10)) {
      throw new IllegalArgumentException(
          "queue: an interval of " + nanoseconds + " ns is not in 0.001 to 6e10");
    }
    int ticks = nanoseconds < 1 ? (int) Math.ceil(1 / nanoseconds) : 1;
    return new Pace(Math.round(nanoseconds * 1000 * ticks), ticks);
  }

  /**
   * Returns the time between two beats.
   *
   * @return picoseconds, at least 1000
   */
  public long beatPicoseconds() {
    return beatPicoseconds;
  }

  /**
   * Returns the number of ticks that become due with each beat.
   *
   * @return 1 to 1000
   */
  public int ticksPerBeat() {
    return ticksPerBeat;
  }

  /**
   * Returns the average time between two ticks.
   *
   * @return nanoseconds
   */
  public double nanoseconds() {
    return beatPicoseconds / 1e3 / ticksPerBeat;
  }
}
