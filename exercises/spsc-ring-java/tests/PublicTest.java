package exercise;

import expect.Expect;

/** For learning: what a ring must do. The judge asks much more, and another compiler. */
public final class PublicTest {
  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) throws InterruptedException {
    keepsOrder();
    holdsOne();
    goesRound();
    passesNumbersBetweenThreads();
    Expect.done();
  }

  private static void keepsOrder() {
    SpscRing ring = new SpscRing(4);
    Expect.same("what an empty ring gives", SpscRing.EMPTY, ring.tryPop());
    for (long n = 10; n < 14; n++) {
      Expect.that("a ring of four takes four numbers", ring.tryPush(n));
    }
    Expect.that("and no fifth one", !ring.tryPush(14));
    Expect.same("the first number popped", 10, ring.tryPop());
    Expect.that("now there is room again", ring.tryPush(15));
    Expect.same("the second one", 11, ring.tryPop());
    Expect.same("the third one", 12, ring.tryPop());
    Expect.same("the fourth one", 13, ring.tryPop());
    Expect.same("the one that came later", 15, ring.tryPop());
    Expect.same("what it gives when it is empty again", SpscRing.EMPTY, ring.tryPop());
  }

  private static void holdsOne() {
    SpscRing ring = new SpscRing(1);
    for (long n = 0; n < 3; n++) {
      Expect.that("a ring of one takes a number", ring.tryPush(n));
      Expect.that("and no second one", !ring.tryPush(n));
      Expect.same("the number that it gives back", n, ring.tryPop());
    }
  }

  private static void goesRound() {
    SpscRing ring = new SpscRing(2);
    SpscRing other = new SpscRing(2);
    long right = 0;
    for (long n = 0; n < 1000; n++) {
      right += ring.tryPush(n) && ring.tryPop() == n ? 1 : 0;
    }
    Expect.same("numbers that go through a ring of two one by one", 1000, right);
    Expect.same("what another ring has got of them", SpscRing.EMPTY, other.tryPop());
  }

  /** Ends whatever the ring does, because it stops trying after a while. */
  private static void passesNumbersBetweenThreads() throws InterruptedException {
    SpscRing ring = new SpscRing(64);
    Producer producer = new Producer(ring);
    producer.start();
    long right = 0;
    for (int tries = 0; right < Producer.COUNT && tries < Producer.PATIENCE; tries++) {
      long number = ring.tryPop();
      if (number == right) {
        right++;
      } else if (number != SpscRing.EMPTY) {
        break;
      } else {
        Thread.yield();
      }
    }
    producer.join();
    Expect.same("numbers that arrive in order", Producer.COUNT, right);
  }

  /** Pushes 0, 1, ... */
  private static final class Producer extends Thread {
    static final int COUNT = 10_000;
    static final int PATIENCE = 1_000_000;

    private final SpscRing ring;

    Producer(SpscRing ring) {
      this.ring = ring;
    }

    @Override
    public void run() {
      int pushed = 0;
      for (int tries = 0; pushed < COUNT && tries < PATIENCE; tries++) {
        if (ring.tryPush(pushed)) {
          pushed++;
        } else {
          Thread.yield();
        }
      }
    }
  }
}
