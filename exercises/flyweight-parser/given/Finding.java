package exercise;

/** What {@code wrap} may find. */
public final class Finding {
  /** A packet that we know, from its first byte to its last. */
  public static final int PACKET = 0;

  /** The beginning of one: fewer bytes have arrived than its headers announce. */
  public static final int TRUNCATED = 1;

  /** Something else: another protocol, or a part of a packet that has no ports. */
  public static final int UNKNOWN = 2;

  /** Lengths that contradict each other. */
  public static final int BROKEN = 3;

  private Finding() {}
}
