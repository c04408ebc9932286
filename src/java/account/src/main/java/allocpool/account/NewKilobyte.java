package allocpool.account;

/** Makes arrays until the method is compiled, to inspect its machine code. */
public final class NewKilobyte {
  private static final int UNTIL_COMPILED = 200_000;

  private NewKilobyte() {}

  // --8<-- [start:new-kilobyte]
  static byte[] make() {
    return new byte[Message.BYTES];
  }
  // --8<-- [end:new-kilobyte]

  /**
   * Runs it, and prints the number of bytes allocated.
   *
   * @param args none
   */
  public static void main(String[] args) {
    long bytes = 0;
    for (int turn = 0; turn < UNTIL_COMPILED; turn++) {
      bytes += make().length;
    }
    System.out.println(bytes + " bytes");
  }
}
