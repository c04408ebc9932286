package driver;

import exercise.SpscRing;
import java.io.IOException;

/**
 * Pushes to and pops from rings, in one thread and then in two.
 *
 * <p>Words: the number of rings and their capacities; then, each with the number of a
 * ring, {@link #PUSH} and a number; {@link #POP}; {@link #TRANSFER}, a count and a seed;
 * {@link #STARVE} or {@link #CHOKE} and a number. Answers: 1 or 0 for a push; the number
 * or {@link SpscRing#EMPTY} for a pop; for a transfer, how many pushes the empty ring
 * accepted in a row, then each number that arrived and the value stored before its push;
 * for the last two, the number that was popped.
 */
public final class Main extends Driver {
  private static final int PUSH = 0;
  private static final int POP = 1;

  /** Another thread sends numbers through the empty ring; this one takes them. */
  private static final int TRANSFER = 2;

  /** This thread keeps popping from the empty ring; another one pushes into it late. */
  private static final int STARVE = 3;

  /** This thread keeps pushing into the full ring, from which another one pops late. */
  private static final int CHOKE = 4;

  /** How late: the optimizing compiler takes much less to compile a loop. */
  private static final long LATE_MS = 100;

  /** A transfer that brings nothing for this long will bring nothing any more. */
  private static final long PATIENCE_NS = 3_000_000_000L;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws Exception {
    SpscRing[] rings = new SpscRing[(int) words.next()];
    for (int i = 0; i < rings.length; i++) {
      rings[i] = new SpscRing((int) words.next());
    }
    boolean goesOn = true;
    while (goesOn && words.hasNext()) {
      int operation = (int) words.next();
      SpscRing ring = rings[(int) words.next()];
      switch (operation) {
        case PUSH:
          words.answer(ring.tryPush(words.next()) ? 1 : 0);
          break;
        case POP:
          words.answer(ring.tryPop());
          break;
        case TRANSFER:
          goesOn = transfer(words, ring);
          break;
        case STARVE:
          starve(words, ring);
          break;
        case CHOKE:
          choke(words, ring);
          break;
        default:
          throw new IOException("the trace has no such operation");
      }
    }
  }

  /** Returns whether all numbers came. If not, it's no use playing any further. */
  private static boolean transfer(Words words, SpscRing ring) throws Exception {
    long count = words.next();
    Sender sender = new Sender(ring, count, words.next());
    sender.start();
    words.answer(sender.accepted());
    long arrived = 0;
    boolean comes = true;
    while (comes && arrived < count) {
      long number = arrival(ring, sender);
      words.answer(number);
      words.answer(sender.behind(arrived));
      comes = number != SpscRing.EMPTY;
      arrived++;
    }
    sender.finish();
    return comes;
  }

  /** The next number; EMPTY if the sender has ended, or none has come for too long. */
  private static long arrival(SpscRing ring, Sender sender) {
    long number = ring.tryPop();
    long began = number == SpscRing.EMPTY ? System.nanoTime() : 0;
    boolean over = false;
    while (number == SpscRing.EMPTY && !over) {
      Thread.yield();
      // Read before the last pop: a number pushed at the very end is in the ring by then.
      over = !sender.isAlive() || System.nanoTime() - began > PATIENCE_NS;
      number = ring.tryPop();
    }
    return number;
  }

  private static void starve(Words words, SpscRing ring) throws Exception {
    Other producer = new LateProducer(ring, words.next());
    producer.start();
    words.answer(popAtLast(ring));
    producer.finish();
  }

  private static void choke(Words words, SpscRing ring) throws Exception {
    LateConsumer consumer = new LateConsumer(ring);
    consumer.start();
    pushAtLast(ring, words.next());
    consumer.finish();
    words.answer(consumer.popped);
  }

  // The next two loops use nothing but the ring. After any other call, a compiler might
  // have to assume that the ring has changed.

  private static long popAtLast(SpscRing ring) {
    long number;
    do {
      number = ring.tryPop();
    } while (number == SpscRing.EMPTY);
    return number;
  }

  private static void pushAtLast(SpscRing ring, long number) {
    boolean pushed;
    do {
      pushed = ring.tryPush(number);
    } while (!pushed);
  }

  /** Pushes one number, late. */
  private static final class LateProducer extends Other {
    private final long number;

    LateProducer(SpscRing ring, long number) {
      super(ring);
      this.number = number;
    }

    @Override
    void act() throws InterruptedException {
      Thread.sleep(LATE_MS);
      ring.tryPush(number);
    }
  }

  /** Pops one number, late. */
  private static final class LateConsumer extends Other {
    private long popped;

    LateConsumer(SpscRing ring) {
      super(ring);
    }

    @Override
    void act() throws InterruptedException {
      Thread.sleep(LATE_MS);
      popped = ring.tryPop();
    }
  }
}
