package exercise;

import expect.Expect;
import java.util.Arrays;

/** For learning: runs that you can calculate by hand. The judge asks much more. */
public final class PublicTest {
  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) {
    followsTheChapter();
    losesTickByTick();
    knowsASinglePacket();
    addsUpDebts();
    forgivesPausesFarApart();
    isExact();
    keepsItsOwnTimes();
    Expect.done();
  }

  private static Backlog backlog(long... serviceNs) {
    return new Backlog(serviceNs);
  }

  private static void followsTheChapter() {
    Backlog backlog = backlog(2, 2, 9, 2, 5, 2, 2, 2);
    Expect.same("the interval, with a queue of two", 4, backlog.smallestInterval(2));
    Expect.same("what is lost at 4", 0, backlog.lost(2, 4));
    Expect.same("what is lost at 3", 1, backlog.lost(2, 3));
  }

  /** The ticks at 0 to 25 come before the end; 8 are processed, and 2 still wait. */
  private static void losesTickByTick() {
    Backlog backlog = backlog(2, 2, 9, 2, 5, 2, 2, 2);
    Expect.same("what is lost with a tick each nanosecond", 16, backlog.lost(2, 1));
    Expect.same("what is lost of them by a queue of a hundred", 0, backlog.lost(100, 1));
    Expect.same("the smallest interval of that one", 1, backlog.smallestInterval(100));
  }

  private static void knowsASinglePacket() {
    Backlog backlog = backlog(10);
    Expect.same("the interval of one packet of 10", 5, backlog.smallestInterval(1));
    Expect.same("what is lost at 5, as that at 10 is late", 0, backlog.lost(1, 5));
    Expect.same("what is lost at 4: the tick at 8", 1, backlog.lost(1, 4));
  }

  private static void addsUpDebts() {
    Backlog steady = backlog(7, 7, 7, 7);
    Expect.same("the interval of four packets of 7", 6, steady.smallestInterval(1));
    Expect.same("what is lost at 6", 0, steady.lost(1, 6));
    Expect.same("what is lost at 5", 1, steady.lost(1, 5));
    Backlog close = backlog(1, 1, 20, 1, 1, 20, 1);
    Expect.same("the interval of two pauses", 6, close.smallestInterval(4));
  }

  private static void forgivesPausesFarApart() {
    long[] serviceNs = new long[100];
    Arrays.fill(serviceNs, 1);
    serviceNs[10] = 20;
    serviceNs[90] = 20;
    Backlog far = new Backlog(serviceNs);
    Expect.same("that of two pauses far apart", 4, far.smallestInterval(4));
  }

  private static void isExact() {
    long years = (1L << 57) + 1;
    Backlog backlog = backlog(years);
    Expect.same("half of 2^57 + 1", (1L << 56) + 1, backlog.smallestInterval(1));
    Expect.same("what is lost at half of it, rounded down", 1, backlog.lost(1, 1L << 56));
  }

  private static void keepsItsOwnTimes() {
    long[] serviceNs = {10};
    Backlog backlog = new Backlog(serviceNs);
    serviceNs[0] = 1000;
    Expect.same("the interval of 10, still", 5, backlog.smallestInterval(1));
  }
}
