package exercise;

import expect.Expect;

/** For learning: what a slab must do, on small slabs. The judge asks much more. */
public final class PublicTest {
  private static final long FIRST = 1L << 32; // slot 0, acquired once
  private static final long OTHERWISE = -77;

  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) {
    givesOutHandles();
    knowsStaleHandles();
    knowsForeignHandles();
    keepsWhatIsWritten();
    knowsWhereASlotEnds();
    showsNobodyWhatWasThere();
    Expect.done();
  }

  private static void givesOutHandles() {
    OffHeapSlab slab = new OffHeapSlab(3, 16);
    Expect.same("the first handle (slot 0, generation 1)", FIRST, slab.acquire());
    Expect.same("the second one (slot 1)", FIRST + 1, slab.acquire());
    Expect.same("the third one (slot 2)", FIRST + 2, slab.acquire());
    Expect.same("what a full slab gives", Code.NONE, slab.acquire());
    Expect.same("the code for releasing slot 0", Code.DONE, slab.release(FIRST));
    Expect.same("and slot 1 after it", Code.DONE, slab.release(FIRST + 1));
    Expect.same("the next handle: slot 1 again, its second generation",
        2 * FIRST + 1, slab.acquire());
    Expect.same("and then slot 0", 2 * FIRST, slab.acquire());
  }

  private static void knowsStaleHandles() {
    OffHeapSlab slab = new OffHeapSlab(1, 16);
    long old = slab.acquire();
    slab.release(old);
    Expect.same("the code for a second release", Code.STALE, slab.release(old));
    Expect.same("for writing after a release", Code.STALE, slab.write(old, 0, 1));
    Expect.same("what is read after a release", OTHERWISE, slab.read(old, 0, OTHERWISE));
    long young = slab.acquire();
    Expect.same("the code for the old handle when another owner has the slot",
        Code.STALE, slab.release(old));
    Expect.same("and for the owner's own", Code.DONE, slab.write(young, 0, 1));
  }

  private static void knowsForeignHandles() {
    OffHeapSlab slab = new OffHeapSlab(2, 16);
    slab.acquire();
    Expect.same("the code for no handle at all", Code.FOREIGN, slab.release(Code.NONE));
    Expect.same("for a slot that is not there", Code.FOREIGN, slab.release(FIRST + 2));
    Expect.same("for slot -1", Code.FOREIGN, slab.release(FIRST | 0xFFFF_FFFFL));
    Expect.same("for a slot that was never acquired",
        Code.FOREIGN, slab.release(FIRST + 1));
    Expect.same("for a generation yet to come", Code.FOREIGN, slab.release(2 * FIRST));
    Expect.same("for one with the uppermost bit", Code.FOREIGN, slab.release(1L << 63));
  }

  private static void keepsWhatIsWritten() {
    OffHeapSlab slab = new OffHeapSlab(2, 20);
    long one = slab.acquire();
    long two = slab.acquire();
    slab.write(one, 0, 0x0102_0304_0506_0708L);
    slab.write(one, 12, -1);
    slab.write(two, 0, 42);
    Expect.same("what was written to slot 0", 0x0102_0304_0506_0708L,
        slab.read(one, 0, OTHERWISE));
    Expect.same("what was written to its last eight bytes", -1,
        slab.read(one, 12, OTHERWISE));
    Expect.same("eight bytes that begin within others (the most significant first)",
        0x0405_0607_0800_0000L, slab.read(one, 3, OTHERWISE));
    Expect.same("what was written to slot 1", 42, slab.read(two, 0, OTHERWISE));
  }

  private static void knowsWhereASlotEnds() {
    OffHeapSlab slab = new OffHeapSlab(2, 20);
    long one = slab.acquire();
    for (int offset : new int[] {-1, 13, 20, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      Expect.same("the code for writing at " + offset + " of 20 bytes",
          Code.OUTSIDE, slab.write(one, offset, 1));
      Expect.same("what is read at " + offset,
          OTHERWISE, slab.read(one, offset, OTHERWISE));
    }
    slab.release(one);
    Expect.same("the code for a bad handle and a bad offset",
        Code.STALE, slab.write(one, -1, 1));
  }

  private static void showsNobodyWhatWasThere() {
    OffHeapSlab slab = new OffHeapSlab(1, 20);
    long one = slab.acquire();
    for (int offset = 0; offset <= 12; offset++) {
      slab.write(one, offset, -1);
    }
    slab.release(one);
    long two = slab.acquire();
    for (int offset = 0; offset <= 12; offset += 4) {
      Expect.same("what a new owner reads at " + offset,
          0, slab.read(two, offset, OTHERWISE));
    }
  }
}
