package exercise;

/** Results of {@code wrap}. */
public final class Finding {
  /** A complete packet of a known kind. */
  public static final int PACKET = 0;

  /** An incomplete packet: fewer bytes have arrived than its headers announce. */
  public static final int TRUNCATED = 1;

  /** Something else: another protocol, or a fragment of a packet without ports. */
  public static final int UNKNOWN = 2;

  /** Lengths that contradict each other. */
  public static final int BROKEN = 3;

  private Finding() {}
}
