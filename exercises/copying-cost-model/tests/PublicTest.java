package exercise;

import expect.Expect;

/** For learning: what a heap must do, on small heaps. The judge asks much more. */
public final class PublicTest {
  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) {
    placesObjectsInARow();
    movesWhatIsAlive();
    followsCheneysOrder();
    copiesEachObjectOnce();
    usesTheLastWord();
    clearsReferences();
    tellsThePrice();
    Expect.done();
  }

  private static void placesObjectsInARow() {
    CopyingHeap heap = new CopyingHeap(20, 2);
    Expect.same("the address of the first object", 1, heap.allocate(0, 2, 0));
    Expect.same("that of the next one, three words on", 4, heap.allocate(1, 0, 4));
    Expect.same("what root 0 refers to", 1, heap.address(0));
    Expect.same("words allocated", 8, heap.allocated());
    Expect.same("collections while there is room", 0, heap.collections());
    heap.store(0, 1, 1);
    heap.drop(1);
    Expect.same("a root that was dropped", CopyingHeap.NULL, heap.address(1));
    Expect.same("a reference that was stored", 4, heap.load(1, 0, 1));
    Expect.same("a reference that was not", CopyingHeap.NULL, heap.load(1, 0, 0));
  }

  private static void movesWhatIsAlive() {
    CopyingHeap heap = new CopyingHeap(10, 2);
    heap.allocate(0, 1, 2);
    heap.allocate(1, 0, 3);
    heap.drop(1);
    Expect.same("the address after a collection that keeps four words of ten",
        15, heap.allocate(1, 0, 3));
    Expect.same("the address of what was kept", 11, heap.address(0));
    Expect.same("collections", 1, heap.collections());
    Expect.same("objects copied", 1, heap.visited());
    Expect.same("words copied", 4, heap.copied());
    Expect.same("what one more gets, when both are kept: the root's old object is alive",
        CopyingHeap.NULL, heap.allocate(1, 0, 3));
    Expect.same("where that old object is now, in the first half again",
        5, heap.address(1));
    Expect.same("words copied by both collections", 12, heap.copied());
  }

  private static void followsCheneysOrder() {
    CopyingHeap heap = new CopyingHeap(40, 3);
    heap.allocate(0, 2, 0); // a
    heap.allocate(1, 1, 0); // b
    heap.allocate(2, 0, 0); // d
    heap.store(1, 0, 2); // b -> d
    heap.store(0, 0, 1); // a -> b
    heap.allocate(2, 0, 1); // c
    heap.store(0, 1, 2); // a -> c
    heap.allocate(1, 0, 2); // e, replacing b
    heap.allocate(2, 0, 19); // garbage
    heap.drop(2);
    Expect.same("the address after all that is alive", 52, heap.allocate(2, 0, 9));
    Expect.same("a, which root 0 refers to", 41, heap.address(0));
    Expect.same("e, which root 1 refers to", 44, heap.address(1));
    Expect.same("b, the first reference of a", 47, heap.load(2, 0, 0));
    Expect.same("d, the reference of b: it comes after c", 51, heap.load(2, 2, 0));
    Expect.same("c, the second reference of a", 49, heap.load(2, 0, 1));
  }

  private static void copiesEachObjectOnce() {
    CopyingHeap heap = new CopyingHeap(12, 3);
    heap.allocate(0, 1, 0);
    heap.store(0, 0, 0); // It refers to itself,
    heap.load(1, 0, 0); // and two roots refer to it.
    heap.allocate(2, 0, 8);
    heap.drop(2);
    Expect.same("the address after an object of two words", 15, heap.allocate(2, 0, 1));
    Expect.same("objects copied, though three references lead to it", 1, heap.visited());
    Expect.same("what the one root refers to", 13, heap.address(0));
    Expect.same("what the other root refers to", 13, heap.address(1));
    Expect.same("what its own reference refers to", 13, heap.load(1, 0, 0));
  }

  private static void usesTheLastWord() {
    CopyingHeap heap = new CopyingHeap(10, 1);
    Expect.same("an object as large as a half", 1, heap.allocate(0, 0, 9));
    Expect.same("collections for it", 0, heap.collections());
    heap.drop(0);
    Expect.same("the next one, in the other half", 11, heap.allocate(0, 4, 5));
    Expect.same("words copied when nothing is alive", 0, heap.copied());
    heap.drop(0);
    Expect.same("one that is too large", CopyingHeap.NULL, heap.allocate(0, 0, 10));
    Expect.same("collections, with the one before it gave up", 2, heap.collections());
  }

  private static void clearsReferences() {
    CopyingHeap heap = new CopyingHeap(4, 2);
    for (int n = 0; n < 4; n++) {
      Expect.that("there is room for three words of four", heap.allocate(0, 2, 0) > 0);
      Expect.same("the first reference of a new object", 0, heap.load(1, 0, 0));
      Expect.same("its second reference", 0, heap.load(1, 0, 1));
      heap.store(0, 0, 0); // For the next object in these words.
      heap.store(0, 1, 0);
      heap.drop(0);
    }
  }

  /** A quarter, a half, three quarters and nine tenths of a half are alive. */
  private static void tellsThePrice() {
    int[] alive = {300, 600, 900, 1_080};
    long[] prices = {333, 1_000, 3_000, 9_000};
    for (int i = 0; i < alive.length; i++) {
      long price = price(alive[i], 1_200);
      System.out.println(alive[i] + " words of 1200 alive: " + price
          + " words copied for 1000 allocated");
      Expect.same("that price", prices[i], price);
    }
  }

  private static long price(int alive, int words) {
    CopyingHeap heap = new CopyingHeap(words, 2);
    heap.allocate(0, 0, alive - 1);
    allocateUntil(heap, 1);
    heap.startCounting();
    allocateUntil(heap, 20);
    return heap.copiedPerThousand();
  }

  /** Allocates garbage until there were that many collections; gives up after a while. */
  private static void allocateUntil(CopyingHeap heap, long collections) {
    for (int n = 0; n < 10_000 && heap.collections() < collections; n++) {
      heap.allocate(1, 0, 9);
      heap.drop(1);
    }
  }
}
