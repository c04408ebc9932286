package driver;

import exercise.Buffer;
import exercise.BufferSource;
import exercise.MixedPool;
import exercise.Packet;
import java.io.IOException;

/**
 * Plays packets that come and go on one pool.
 *
 * <p>Words: how many buffers the pool keeps, and how many places there are for packets;
 * then {@link #RECEIVE}, {@link #DROP} or {@link #LOOK} and a place, or {@link #NOTHING},
 * {@link #STRANGER} or {@link #WAITING}. A packet keeps its place after it was dropped,
 * so that it can be dropped again. Answers: the number of the packet's buffer, or {@link
 * #NONE}, for the first and the third of them; 1 or 0 for each drop; a count.
 */
public final class Main extends Driver {
  private static final int RECEIVE = 0;
  private static final int DROP = 1;
  private static final int LOOK = 2;
  private static final int NOTHING = 3;
  private static final int STRANGER = 4;
  private static final int WAITING = 5;

  private static final int NONE = -1;

  /** Where the numbers of another pool's buffers begin: far from those of ours. */
  private static final int ELSEWHERE = 1_000_000;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    MixedPool pool = new MixedPool((int) words.next(), new Numbered(0));
    Packet[] packets = new Packet[(int) words.next()];
    // After the pool: two pools that have something in common give each other away.
    Packet stranger = new MixedPool(1, new Numbered(ELSEWHERE)).receive();
    while (words.hasNext()) {
      int operation = (int) words.next();
      switch (operation) {
        case RECEIVE:
          Packet packet = pool.receive();
          packets[(int) words.next()] = packet;
          words.answer(numberOf(packet));
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
        case STRANGER:
          words.answer(pool.drop(stranger) ? 1 : 0);
          break;
        case WAITING:
          words.answer(pool.waiting());
          break;
        default:
          throw new IOException("the trace has no such operation");
      }
    }
  }

  private static int numberOf(Packet packet) {
    return packet == null || packet.buffer() == null ? NONE : packet.buffer().number;
  }

  /** Numbers the buffers that it makes. */
  private static final class Numbered implements BufferSource {
    private int next;

    Numbered(int first) {
      next = first;
    }

    @Override
    public Buffer make() {
      return new Buffer(next++);
    }
  }
}
