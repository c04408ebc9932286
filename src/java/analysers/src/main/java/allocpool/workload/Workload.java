package allocpool.workload;

/** Which work it is that all programs do. */
public final class Workload {
  /**
   * The version of the work. Raise it when a packet is worth something else than before:
   * when the packets, their digest or what is done with each of them change. Figures of
   * different versions cannot be compared. The programs in C++ state the same number.
   */
  public static final int VERSION = 1;

  private Workload() {}
}
