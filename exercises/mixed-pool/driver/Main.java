package driver;

import exercise.Buffer;
import exercise.BufferSource;
import exercise.MixedPool;
import exercise.Packet;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Receives and drops packets in several pools.
 *
 * <p>Words: the number of pools, the capacity of each, the number of places for packets,
 * and how many of those, the first ones, receive a single packet; then, each with the
 * number of a pool, {@link #RECEIVE}, {@link #DROP} or {@link #LOOK} and a place, {@link
 * #NOTHING}, {@link #WAITING}, or {@link #COLLECT} and how many buffers of all pools may
 * survive. A dropped packet keeps its place, so it can be dropped again. Answers: the
 * number of the packet's buffer, or {@link #NONE}, when one is received or looked at, or
 * {@link #UNMADE} or {@link #USED}; 1 or 0 for each drop; a count; 1 if no more buffers
 * survive, or 0.
 */
public final class Main extends Driver {
  private static final int RECEIVE = 0;
  private static final int DROP = 1;
  private static final int LOOK = 2;
  private static final int NOTHING = 3;
  private static final int WAITING = 4;
  private static final int COLLECT = 5;

  private static final int NONE = -1;

  /** Instead of a number: no source made that buffer. */
  private static final int UNMADE = -2;

  /** Instead of a number: a place that receives a single packet has this one. */
  private static final int USED = -3;

  /** The first numbers of two pools' buffers are so far apart. */
  private static final int ELSEWHERE = 1_000_000;

  private Numbered[] sources;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    MixedPool[] pools = new MixedPool[(int) words.next()];
    sources = new Numbered[pools.length];
    for (int i = 0; i < pools.length; i++) {
      sources[i] = new Numbered(i * ELSEWHERE);
      pools[i] = new MixedPool((int) words.next(), sources[i]);
    }
    Packet[] packets = new Packet[(int) words.next()];
    int kept = (int) words.next();
    while (words.hasNext()) {
      int operation = (int) words.next();
      MixedPool pool = pools[(int) words.next()];
      switch (operation) {
        case RECEIVE:
          Packet packet = pool.receive();
          words.answer(isAmong(packets, kept, packet) ? USED : numberOf(packet));
          packets[(int) words.next()] = packet;
          break;
        case DROP:
          words.answer(pool.drop(packets[(int) words.next()]) ? 1 : 0);
          break;
        case LOOK:
          words.answer(numberOf(packets[(int) words.next()]));
          break;
        case NOTHING:
          words.answer(pool.drop(null) ? 1 : 0);
          break;
        case WAITING:
          words.answer(pool.waiting());
          break;
        case COLLECT:
          words.answer(left() <= words.next() ? 1 : 0);
          break;
        default:
          throw new IOException("the trace has no such operation");
      }
    }
  }

  private static boolean isAmong(Packet[] packets, int count, Packet packet) {
    for (int place = 0; place < count; place++) {
      if (packet != null && packets[place] == packet) {
        return true;
      }
    }
    return false;
  }

  private int numberOf(Packet packet) {
    if (packet == null || packet.buffer() == null) {
      return NONE;
    }
    Buffer buffer = packet.buffer();
    int source = buffer.number / ELSEWHERE;
    boolean known = source >= 0 && source < sources.length && sources[source].made(buffer);
    return known ? buffer.number : UNMADE;
  }

  /** Collects the heap, and counts the buffers that survive; 0 under Epsilon. */
  private int left() {
    WeakReference<?> ours = new WeakReference<>(new byte[1]);
    System.gc();
    int count = 0;
    for (Numbered source : sources) {
      for (WeakReference<byte[]> bytes : source.made) {
        count += ours.get() == null && bytes.get() != null ? 1 : 0;
      }
    }
    return count;
  }

  /** Numbers the buffers that it makes. */
  private static final class Numbered implements BufferSource {
    private final int first;

    /** The bytes of all its buffers, which are kept by whoever keeps the buffer. */
    private final List<WeakReference<byte[]>> made = new ArrayList<>();

    Numbered(int first) {
      this.first = first;
    }

    @Override
    public Buffer make() {
      Buffer buffer = new Buffer(first + made.size());
      made.add(new WeakReference<>(buffer.bytes));
      return buffer;
    }

    boolean made(Buffer buffer) {
      int place = buffer.number - first;
      return place >= 0 && place < made.size() && made.get(place).get() == buffer.bytes;
    }
  }
}
