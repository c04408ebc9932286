package allocpool.queues;

/**
 * The writing end of a queue that knows that ticks are consecutive. However many ticks
 * there are, one store of one word publishes them.
 *
 * <p>Orderings: see {@link RunRingReader}, whose counterpart this is.
 *
 * <p>Progress: wait-free.
 */
final class RunRingWriter extends TickWriter {
  private final Words words;
  private final RunRingLayout layout;
  private final int capacity;
  private final long[] began; // by entry: what was appended before its run was opened
  private int end; // of the run that is open
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

  /** False if there is no entry for one more run. */
  private boolean openRun(int first, int count) {
    long next = opened + 1;
    if (!entryIsFree(next)) {
      return false;
    }
    int run = (int) next;
    end = first + count;
    words.set(layout.first(run), first);
    words.set(layout.end(run), end); // plainly: nobody looks before opened says so
    began[run & layout.mask] = appended;
    opened = next;
    words.setRelease(layout.opened, run);
    return true;
  }

  /** Whether a number was taken of the run after the one that had the entry. */
  private boolean entryIsFree(long run) {
    long runAfter = run - layout.mask;
    if (runAfter <= 0) {
      return true; // no run had it
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
