package allocpool.flat.foreign;

import allocpool.flat.FlatProgram;
import allocpool.flat.Switches;

/** The analyser with its packets in one memory segment, and no object per packet. */
public final class FlatForeignMain {
  private FlatForeignMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    FlatProgram.main(
        "flat-foreign",
        slots -> SegmentSlab.allocate(slots, Switches.wantsHugePages()),
        args);
  }
}
