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
      System.out.println("not so: " + what);
    }
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
