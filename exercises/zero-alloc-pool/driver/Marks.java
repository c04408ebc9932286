package exercise;

/** Writes the marks of packets that no pool has ever had, which may be anything. */
public final class Marks {
  private Marks() {}

  /** Gives a stranger this mark. */
  public static void set(Packet stranger, int mark) {
    stranger.mark = mark;
  }

  /** Gives a stranger the mark that another packet has now. */
  public static void copy(Packet other, Packet stranger) {
    stranger.mark = other.mark;
  }
}
