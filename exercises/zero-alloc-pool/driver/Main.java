package driver;

import exercise.LifoPool;
import exercise.Marks;
import exercise.Packet;
import java.io.IOException;
import java.util.Arrays;

/**
 * Takes packets from several pools, releases them, and changes what still belongs to the
 * caller: the arrays that pools were made from, and the marks of strangers, which are
 * packets of no pool.
 *
 * <p>Words: the number of pools, and of each one's packets; the number of strangers; then
 * operations: {@link #TAKE} and the number of a pool; {@link #RELEASE}, the numbers of a
 * pool and a packet, or {@link #NOTHING}; {@link #COPY} and the numbers of a stranger and
 * of the packet whose mark it gets; {@link #MARK}, the number of a stranger and its mark;
 * {@link #PUT}, the number of a pool, a place in its array, and the number of any packet,
 * or {@link #NOTHING}. Packets are numbered through all pools, followed by the strangers.
 * Answers: the number of the packet taken, or -1; 1 or 0 for a release; for a put 1 if
 * the array was as its caller left it, or 0.
 */
public final class Main extends Driver {
  private static final int TAKE = 0;
  private static final int RELEASE = 1;
  private static final int COPY = 2;
  private static final int MARK = 3;
  private static final int PUT = 4;

  private static final int NOTHING = -1;

  /** The answer for a packet that the pool was never given. */
  private static final int UNKNOWN = -9;

  private Packet[] packets;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    int[] first = new int[(int) words.next() + 1]; // Number of each pool's first packet.
    for (int i = 1; i < first.length; i++) {
      first[i] = first[i - 1] + (int) words.next();
    }
    int strangers = first[first.length - 1];
    packets = new Packet[strangers + (int) words.next()];
    LifoPool[] pools = new LifoPool[first.length - 1];
    Packet[][] arrays = new Packet[pools.length][];
    Packet[][] copies = new Packet[pools.length][];
    for (int i = 0; i < pools.length; i++) {
      for (int n = first[i]; n < first[i + 1]; n++) {
        packets[n] = new Packet(n - first[i]);
      }
      arrays[i] = Arrays.copyOfRange(packets, first[i], first[i + 1]);
      copies[i] = arrays[i].clone();
      pools[i] = new LifoPool(arrays[i]);
    }
    for (int n = strangers; n < packets.length; n++) {
      packets[n] = new Packet(n - strangers);
    }
    while (words.hasNext()) {
      int operation = (int) words.next();
      int which = (int) words.next();
      switch (operation) {
        case TAKE:
          words.answer(numberOf(pools[which].take(), first[which]));
          break;
        case RELEASE:
          words.answer(pools[which].release(packet(words)) ? 1 : 0);
          break;
        case COPY:
          Marks.copy(packets[(int) words.next()], packets[which]);
          break;
        case MARK:
          Marks.set(packets[which], (int) words.next());
          break;
        case PUT:
          words.answer(Arrays.equals(arrays[which], copies[which]) ? 1 : 0);
          int place = (int) words.next();
          arrays[which][place] = packet(words);
          copies[which][place] = arrays[which][place];
          break;
        default:
          throw new IOException("the trace has no such operation");
      }
    }
  }

  private int numberOf(Packet packet, int first) {
    if (packet == null) {
      return NOTHING;
    }
    int number = first + packet.number;
    return number < packets.length && packets[number] == packet ? number : UNKNOWN;
  }

  private Packet packet(Words words) throws IOException {
    int number = (int) words.next();
    return number == NOTHING ? null : packets[number];
  }
}
