package expect;

/** Output of the public tests: a line for each expectation that doesn't hold. */
public final class Expect {
  private static int held;
  private static int failed;

  private Expect() {}

  /** Expects a condition to hold; {@code what} describes it. */
  public static void that(String what, boolean holds) {
    if (holds) {
      held++;
    } else {
      failed++;
      System.out.println("not so: " + what + ", line " + line());
    }
  }

  /** The test's line that calls us. */
  private static int line() {
    String own = Expect.class.getName();
    return StackWalker.getInstance()
        .walk(frames -> frames.filter(one -> !one.getClassName().equals(own)).findFirst())
        .map(StackWalker.StackFrame::getLineNumber)
        .orElse(0);
  }

  /** Expects two numbers to be equal. */
  public static void same(String what, long expected, long found) {
    that(what + " is " + expected + " (it is " + found + ")", expected == found);
  }

  /** Prints a summary and exits, with code 1 if anything failed. */
  public static void done() {
    System.out.println(held + " as expected, " + failed + " not");
    System.exit(failed == 0 ? 0 : 1);
  }
}
