package allocpool.queues;

/**
 * The writing end of a queue that relies on ticks being consecutive. One store of one
 * word publishes any number of them.
 *
 * <p>Orderings: see {@link RunRingReader}, whose counterpart this is.
 *
 * <p>Progress: wait-free.
 */
final class RunRingWriter extends TickWriter {
  private final Words words;
  private final RunRingLayout layout;
  private final int capacity;
  private final long[] began; // by entry: the value of `appended` when its run was opened
  private int end; // the open run's end
  private long opened; // its number; the shared word has the low 32 bits
  private long appended;
  private long knownTaken;

  private RunRingWriter(Words words, RunRingLayout layout, int capacity) {
    this.words = words;
    this.layout = layout;
    this.capacity = capacity;
    this.began = new long[layout.mask + 1];
  }

  static TickWriter create(Words words, RunRingLayout layout, int capacity) {
    return new RunRingWriter(words, layout, capacity);
  }

  @Override
  public int push(int first, int count) {
    if (room() < count) {
      askTaken();
    }
    int part = (int) Math.min(room(), count);
    if (part == 0) {
      return 0;
    }
    if (first == end) {
      end += part;
      words.setRelease(layout.end((int) opened), end);
    } else if (!openRun(first, part)) {
      return 0;
    }
    appended += part;
    return part;
  }

  private long room() {
    return capacity - (appended - knownTaken);
  }

  /** Returns false if there is no entry for another run. */
  private boolean openRun(int first, int count) {
    long next = opened + 1;
    if (!entryIsFree(next)) {
      return false;
    }
    int run = (int) next;
    end = first + count;
    words.set(layout.first(run), first);
    words.set(layout.end(run), end); // plain: nobody reads it before `opened` is stored
    began[run & layout.mask] = appended;
    opened = next;
    words.setRelease(layout.opened, run);
    return true;
  }

  /** Returns true if a number of the run after the entry's previous one was taken. */
  private boolean entryIsFree(long run) {
    long runAfter = run - layout.mask;
    if (runAfter <= 0) {
      return true; // no run has used the entry yet
    }
    long beganAfter = began[(int) runAfter & layout.mask];
    if (knownTaken <= beganAfter) {
      askTaken();
    }
    return knownTaken > beganAfter;
  }

  private void askTaken() {
    knownTaken = words.getLongAcquire(layout.taken);
  }
}
