package expect;

/** What the public tests say: a line for each expectation that does not hold. */
public final class Expect {
  private static int held;
  private static int failed;

  private Expect() {}

  /** Expects something to be true; {@code what} says it in words. */
  public static void that(String what, boolean holds) {
    if (holds) {
      held++;
    } else {
      failed++;
      System.out.println("not so: " + what + ", line " + line());
    }
  }

  /** Where the test expects it. */
  private static int line() {
    String own = Expect.class.getName();
    return StackWalker.getInstance()
        .walk(frames -> frames.filter(one -> !one.getClassName().equals(own)).findFirst())
        .map(StackWalker.StackFrame::getLineNumber)
        .orElse(0);
  }

  /** Expects two numbers to be the same. */
  public static void same(String what, long expected, long found) {
    that(what + " is " + expected + " (it is " + found + ")", expected == found);
  }

  /** Sums up, and ends the program with 1 if anything failed. */
  public static void done() {
    System.out.println(held + " as expected, " + failed + " not");
    System.exit(failed == 0 ? 0 : 1);
  }
}
