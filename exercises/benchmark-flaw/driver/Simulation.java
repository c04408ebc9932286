package driver;

import exercise.Clock;
import exercise.Sink;
import exercise.Work;
import java.io.IOException;

/**
 * A world in which only set-up, operations, the sink and waiting take time, so every
 * figure is exact. It records what a harness does: how often, in which order, and when.
 */
final class Simulation implements Clock, Sink, Work {
  private static final int SET_UP = -1; // In the history; operations are numbered from 0.

  private final long factor; // Of digests.
  private final long[] takes;
  private final long[] results;
  private long now;
  private long ahead; // The wall clock's lead over ours.
  private long setUpTakes;
  private long sinkTakes;
  private long jumpsIn;
  private long jumpsBy;

  private long setUps;
  private long runs;
  private long consumed;
  private long digest;
  private long history;

  Simulation(int mostOperations, long factor) {
    this.factor = factor;
    takes = new long[mostOperations];
    results = new long[mostOperations];
  }

  /** Reads the next experiment's parameters, and resets all records. */
  void begin(Words words, int operations) throws IOException {
    now = words.next();
    ahead = words.next();
    setUpTakes = words.next();
    sinkTakes = words.next();
    jumpsIn = words.next();
    jumpsBy = words.next();
    for (int n = 0; n < operations; n++) {
      takes[n] = words.next();
      results[n] = words.next();
    }
    setUps = 0;
    runs = 0;
    consumed = 0;
    digest = 0;
    history = 0;
  }

  /** Answers the counts of set-ups, runs and results, and the results' digest. */
  void answer(Words words) throws IOException {
    words.answer(setUps);
    words.answer(runs);
    words.answer(consumed);
    words.answer(digest);
  }

  /** Answers a digest of what was done, in which order, and when. */
  void answerHistory(Words words) throws IOException {
    words.answer(history);
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
    note(SET_UP);
    now += setUpTakes;
  }

  @Override
  public long run(int operation) {
    if (operation == jumpsIn) {
      ahead += jumpsBy;
    }
    runs++;
    note(operation);
    now += takes[operation];
    return results[operation];
  }

  @Override
  public void consume(long result) {
    consumed++;
    digest = factor * digest + result;
    note(result);
    now += sinkTakes;
  }

  private void note(long what) {
    history = factor * history + what + now;
  }
}
