package allocpool.teaching;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Times common operations, from a multiplication to a full collection: a ladder whose
 * rungs are powers of ten.
 *
 * <p>Output: a {@code start} event, then for each round and rung a {@code sample} with
 * the {@code rung}'s name and the {@code ns} per operation, averaged over as many
 * repetitions as fill a sample's time. One round before the first printed one warms the
 * JVM up.
 */
@Command(name = "LadderMain", description = "Times what programs do, from ns to ms.")
public final class LadderMain implements Callable<Void> {
  private static final int LINE_INTS = 16; // 64 bytes: a cache line on most machines
  private static final int MOST_TIMES = 1 << 30;

  /** New objects kept: without any, the compiler would omit the allocations. */
  private static final int KEPT = 64;

  /** Receives results, so that the compiler cannot omit their computation. */
  private static volatile Object sink;

  @Option(names = "--help", usageHelp = true, description = "shows this help")
  private boolean help;

  @Option(names = "--ms", description = "length of a sample, default 20")
  private int milliseconds = 20;

  @Option(names = "--rounds", description = "samples of each rung, default 5")
  private int rounds = 5;

  @Option(names = "--mib", description = "the most memory that loads go to, default 128")
  private int mebibytes = 128;

  /** Starts the program; see --help. */
  public static void main(String[] arguments) {
    System.exit(Program.execute(new LadderMain(), arguments));
  }

  @Override
  public Void call() {
    if (milliseconds < 1 || rounds < 1 || mebibytes < 1 || mebibytes > 1024) {
      throw Program.invalid(this,
          "--ms, --rounds and --mib must be 1 or more, and --mib 1024 at most");
    }
    Map<String, LongUnaryOperator> rungs = rungs();
    Program.printStart();
    for (int round = -1; round < rounds; round++) {
      for (Map.Entry<String, LongUnaryOperator> rung : rungs.entrySet()) {
        double nanoseconds = time(rung.getValue());
        if (round >= 0) {
          Program.print("sample", Map.of("rung", rung.getKey(), "ns", nanoseconds));
        }
      }
    }
    return null;
  }

  /** Returns the operations: each runs a number of times and returns a result. */
  private Map<String, LongUnaryOperator> rungs() {
    Map<String, LongUnaryOperator> rungs = new LinkedHashMap<>();
    rungs.put("a multiplication and an addition", LadderMain::multiply);
    rungs.put("a load, 16 KiB in use", chase(16));
    rungs.put("a load, 512 KiB in use", chase(512));
    rungs.put("a load, " + mebibytes + " MiB in use", chase(1024 * mebibytes));
    rungs.put("an atomic increment", LadderMain::increment);
    rungs.put("the time, System.nanoTime()", LadderMain::askTheTime);
    rungs.put("a new object without fields", LadderMain::allocateObjects);
    rungs.put("a new buffer of 1,024 bytes", LadderMain::allocateBuffers);
    rungs.put("a word to another core, and back", times -> handOver(times, false));
    rungs.put("an exception, thrown and caught", LadderMain::fail);
    rungs.put("waking another thread, and back", times -> handOver(times, true));
    rungs.put("a collection of all garbage", LadderMain::collect);
    return rungs;
  }

  private double time(LongUnaryOperator rung) {
    for (long times = 1; ; times *= 2) {
      long start = System.nanoTime();
      sink = rung.applyAsLong(times);
      long took = System.nanoTime() - start;
      if (took >= milliseconds * 1_000_000L || times == MOST_TIMES) {
        return (double) took / times;
      }
    }
  }

  private static long multiply(long times) {
    long number = 1;
    for (long i = 0; i < times; i++) {
      number = number * 6364136223846793005L + 1442695040888963407L;
    }
    return number;
  }

  /**
   * Walks from cache line to cache line, each of which holds the next one's index. The
   * lines form one cycle in random order (Sattolo's shuffle), so that the next one cannot
   * be predicted.
   */
  private static LongUnaryOperator chase(int kibibytes) {
    int[] next = new int[kibibytes * 1024 / Integer.BYTES];
    int lines = next.length / LINE_INTS;
    int[] order = new int[lines];
    Random random = new Random(1);
    for (int i = 1; i < lines; i++) {
      int other = random.nextInt(i);
      order[i] = order[other];
      order[other] = i;
    }
    for (int line = 0; line < lines; line++) {
      next[line * LINE_INTS] = order[line] * LINE_INTS;
    }
    return times -> {
      int at = 0;
      for (long i = 0; i < times; i++) {
        at = next[at];
      }
      return at;
    };
  }

  private static long increment(long times) {
    AtomicLong counter = new AtomicLong();
    for (long i = 0; i < times; i++) {
      counter.incrementAndGet();
    }
    return counter.get();
  }

  private static long askTheTime(long times) {
    long sum = 0;
    for (long i = 0; i < times; i++) {
      sum += System.nanoTime();
    }
    return sum;
  }

  private static long allocateObjects(long times) {
    Object[] last = new Object[KEPT];
    for (long i = 0; i < times; i++) {
      last[(int) (i % KEPT)] = new Object();
    }
    sink = last;
    return times;
  }

  private static long allocateBuffers(long times) {
    Object[] last = new Object[KEPT];
    for (long i = 0; i < times; i++) {
      last[(int) (i % KEPT)] = new byte[1024];
    }
    sink = last;
    return times;
  }

  private static long fail(long times) {
    long caught = 0;
    for (long i = 0; i < times; i++) {
      try {
        throw new IllegalStateException("on purpose");
      } catch (IllegalStateException intended) {
        sink = intended;
        caught++;
      }
    }
    return caught;
  }

  private static long collect(long times) {
    for (long i = 0; i < times; i++) {
      System.gc();
    }
    return times;
  }

  private static long handOver(long times, boolean parks) {
    Turns turns = new Turns(times, parks);
    turns.start();
    for (long i = 0; i < times; i++) {
      turns.give(true, turns);
      turns.await(false);
    }
    return times;
  }

  /**
   * A thread that is given a turn a number of times, and gives it back at once. The turn
   * is one volatile word. The waiting thread spins, or parks until the other one wakes
   * it.
   */
  private static final class Turns extends Thread {
    private final Thread asker = Thread.currentThread();
    private final long times;
    private final boolean parks;
    private volatile boolean asked;

    Turns(long times, boolean parks) {
      this.times = times;
      this.parks = parks;
    }

    @Override
    public void run() {
      for (long i = 0; i < times; i++) {
        await(true);
        give(false, asker);
      }
    }

    void give(boolean turn, Thread to) {
      asked = turn;
      if (parks) {
        LockSupport.unpark(to);
      }
    }

    void await(boolean turn) {
      while (asked != turn) {
        if (parks) {
          LockSupport.park(this); // may return spuriously, hence the loop
        } else {
          Thread.onSpinWait();
        }
      }
    }
  }
}
