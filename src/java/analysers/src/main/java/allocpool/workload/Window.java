package allocpool.workload;

/** The ticks received and lost in a span of time. */
final class Window {
  final long elapsedNs;
  final long received;
  final long lost;

  /** When losses were noticed. Valid until the loop that made it begins another one. */
  final Losses losses;

  /** Whether it ended at its first loss, so that the fraction lost is meaningless. */
  final boolean stoppedEarly;

  Window(long elapsedNs, long received, long lost, Losses losses, boolean stoppedEarly) {
    this.elapsedNs = elapsedNs;
    this.received = received;
    this.lost = lost;
    this.losses = losses;
    this.stoppedEarly = stoppedEarly;
  }

  long sent() {
    return received + lost;
  }
}
