package allocpool.flat;

/** The analyser with its packets in one direct buffer, and no object per packet. */
public final class FlatMain {
  private FlatMain() {}

  /**
   * Runs the program.
   *
   * @param args the command line; {@code --help} explains it
   */
  public static void main(String[] args) {
    FlatProgram.main("flat", BufferSlab::allocate, args);
  }
}
