package exercise;

/** Sets the marks of strangers, packets of no pool. Their marks may be anything. */
public final class Marks {
  private Marks() {}

  /** Sets a stranger's mark. */
  public static void set(Packet stranger, int mark) {
    stranger.mark = mark;
  }

  /** Copies another packet's current mark to a stranger. */
  public static void copy(Packet other, Packet stranger) {
    stranger.mark = other.mark;
  }
}
