package allocpool.workload;

/** The identity of the work that all programs do. */
public final class Workload {
  /**
   * The version of the work. Raise it when the cost of a packet changes: when the
   * packets, their digest or their processing change. Results of different versions
   * cannot be compared. The C++ programs state the same number.
   */
  public static final int VERSION = 1;

  private Workload() {}
}
