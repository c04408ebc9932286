package driver;

import exercise.LifoPool;
import exercise.Packet;
import java.io.IOException;

/**
 * Plays takes and releases on one pool.
 *
 * <p>Words: the number of packets; then, for each operation, one word: {@link #TAKE},
 * {@link #STRANGER}, {@link #NOTHING}, or the number of the packet to release. Answers:
 * the number of the packet taken, or -1; 1 or 0 for a release.
 */
public final class Main extends Driver {
  private static final int TAKE = -1;
  private static final int STRANGER = -2;
  private static final int NOTHING = -3;

  /** The answer for a packet that the pool was never given. */
  private static final int UNKNOWN = -9;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    Packet[] packets = new Packet[(int) words.next()];
    for (int i = 0; i < packets.length; i++) {
      packets[i] = new Packet(i);
    }
    Packet stranger = new LifoPool(new Packet[] {new Packet(0)}).take();
    LifoPool pool = new LifoPool(packets);
    while (words.hasNext()) {
      int operation = (int) words.next();
      switch (operation) {
        case TAKE:
          words.answer(numberOf(pool.take(), packets));
          break;
        case STRANGER:
          words.answer(pool.release(stranger) ? 1 : 0);
          break;
        case NOTHING:
          words.answer(pool.release(null) ? 1 : 0);
          break;
        default:
          words.answer(pool.release(packets[operation]) ? 1 : 0);
          break;
      }
    }
  }

  private static int numberOf(Packet packet, Packet[] packets) {
    if (packet == null) {
      return -1;
    }
    boolean ours = packet.number < packets.length && packets[packet.number] == packet;
    return ours ? packet.number : UNKNOWN;
  }
}
