package exercise;

import expect.Expect;

/** For learning: each flaw by itself, in small experiments. The judge has large ones. */
public final class PublicTest {
  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) {
    usesEveryResult();
    leavesWarmUpOut();
    leavesSetUpOut();
    readsTheRightClock();
    countsFromWhenItWasDue();
    leavesTheSinkOut();
    findsPercentiles();
    forgetsTheLastExperiment();
    Expect.done();
  }

  /** Operations take as long as we say; nothing else takes time unless we say so. */
  private static final class World implements Clock, Sink, Work {
    private final long[] takes;
    private long now = 5_000;
    private long ahead = 1_000_000;
    private long setUpTakes;
    private long sinkTakes;
    private int jumpsIn = -1;
    private int setUps;
    private long sum;
    private int consumed;
    private boolean inOrder = true;

    World(long... takes) {
      this.takes = takes;
    }

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public long wall() {
      return now + ahead;
    }

    @Override
    public void waitUntil(long nanos) {
      now = Math.max(now, nanos);
    }

    @Override
    public void setUp() {
      setUps++;
      now += setUpTakes;
    }

    @Override
    public long run(int operation) {
      if (operation == jumpsIn) {
        ahead -= 700; // The wall clock is adjusted.
      }
      now += takes[operation];
      return 100 + operation;
    }

    @Override
    public void consume(long result) {
      inOrder &= result == 100 + consumed;
      consumed++;
      sum += result;
      now += sinkTakes;
    }
  }

  private static Harness harness(World world) {
    return new Harness(world, world, 20);
  }

  private static void usesEveryResult() {
    World world = new World(10, 20, 30);
    harness(world).closed(world, 1, 2);
    Expect.same("results that reached the sink, warm-up included", 3, world.consumed);
    Expect.same("their sum", 303, world.sum);
    Expect.that("they come in order", world.inOrder);
    Expect.same("set-ups of one experiment", 1, world.setUps);
  }

  private static void leavesWarmUpOut() {
    World world = new World(900, 800, 10, 20, 30);
    Harness harness = harness(world);
    harness.closed(world, 2, 3);
    Expect.same("operations measured of five, when two warm up", 3, harness.recorded());
    Expect.same("the longest of 10, 20 and 30", 30, harness.percentile(1_000));
    Expect.same("their mean", 20, harness.mean());
    harness.open(world, 2, 3, 100);
    Expect.same("the longest, when warm-up is over before the first is due", 30,
        harness.percentile(1_000));
  }

  private static void leavesSetUpOut() {
    World world = new World(10, 20, 30);
    world.setUpTakes = 500;
    Harness harness = harness(world);
    harness.closed(world, 0, 3);
    Expect.same("the mean of 10, 20 and 30, after a long set-up", 20, harness.mean());
    harness.open(world, 0, 3, 100);
    Expect.same("that mean in the open model", 20, harness.mean());
    Expect.same("the longest there", 30, harness.percentile(1_000));
  }

  private static void readsTheRightClock() {
    World world = new World(10, 20, 30);
    world.jumpsIn = 1;
    Harness harness = harness(world);
    harness.closed(world, 0, 3);
    Expect.same("the shortest, when the wall clock is set back", 10,
        harness.percentile(1));
    Expect.same("the mean then", 20, harness.mean());
  }

  private static void countsFromWhenItWasDue() {
    World world = new World(10, 100, 10, 10, 10);
    Harness harness = harness(world);
    harness.open(world, 0, 5, 20);
    Expect.same("the longest latency", 100, harness.percentile(1_000));
    Expect.same("the median, when the second one holds up three: of 10, 70, 80, 90, 100",
        80, harness.percentile(500));
    Expect.same("their mean", 70, harness.mean());
  }

  private static void leavesTheSinkOut() {
    World world = new World(10, 20, 30);
    world.sinkTakes = 5;
    Harness harness = harness(world);
    harness.closed(world, 0, 3);
    Expect.same("the mean of 10, 20 and 30, when the sink takes 5", 20, harness.mean());
    harness.open(world, 0, 3, 12);
    Expect.same("the longest, which waits for both others and for their sinks", 46,
        harness.percentile(1_000));
  }

  private static void findsPercentiles() {
    World world = new World(100, 10, 90, 20, 80, 30, 70, 40, 60, 50);
    Harness harness = harness(world);
    harness.closed(world, 0, 10);
    Expect.same("the shortest of 10, 20 to 100", 10, harness.percentile(1));
    Expect.same("what half of them do not exceed", 50, harness.percentile(500));
    Expect.same("what a little more than half do not", 60, harness.percentile(501));
    Expect.same("what nine of ten do not", 90, harness.percentile(900));
    Expect.same("the longest", 100, harness.percentile(1_000));
    Expect.same("the median, asked for again", 50, harness.percentile(500));
    Expect.same("the mean after all these questions", 55, harness.mean());
  }

  private static void forgetsTheLastExperiment() {
    World world = new World(10, 20, 30);
    Harness harness = harness(world);
    harness.closed(world, 0, 3);
    harness.closed(world, 0, 1);
    Expect.same("operations of the last experiment", 1, harness.recorded());
    Expect.same("its mean", 10, harness.mean());
    harness.open(world, 1, 0, 100);
    Expect.same("operations of one that measures nothing", 0, harness.recorded());
    Expect.same("the mean of none", 0, harness.mean());
    Expect.same("the median of none", 0, harness.percentile(500));
  }
}
