package allocpool.queues;

/**
 * How fast a clock ticks. A clock has beats of at least a nanosecond; ticks that follow
 * each other faster than that become due several at a time. Immutable.
 */
public final class Pace {
  private final long beatPicoseconds;
  private final int ticksPerBeat;

  private Pace(long beatPicoseconds, int ticksPerBeat) {
    this.beatPicoseconds = beatPicoseconds;
    this.ticksPerBeat = ticksPerBeat;
  }

  /**
   * The pace that is nearest to an interval.
   *
   * @param nanoseconds between two ticks, 0.001 to 6e10 (one minute); rounded to whole
   *     picoseconds for a beat
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
   * The time between two beats.
   *
   * @return picoseconds, at least 1000
   */
  public long beatPicoseconds() {
    return beatPicoseconds;
  }

  /**
   * How many ticks become due with each beat.
   *
   * @return 1 to 1000
   */
  public int ticksPerBeat() {
    return ticksPerBeat;
  }

  /**
   * The time between two ticks, on the average.
   *
   * @return nanoseconds
   */
  public double nanoseconds() {
    return beatPicoseconds / 1e3 / ticksPerBeat;
  }
}
