package driver;

import exercise.PacketView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Moves views over packets in three buffers: a direct one, one on the heap, and a
 * read-only one. Views get the buffers; packets are stored through others that share the
 * memory.
 *
 * <p>Words: the digests' factor; the buffers' limit and capacity; for each of them its
 * position, and 1 if it is little-endian or 0; the number of views; then {@link #STORE},
 * the number of a buffer, a place, a length, and the bytes, eight in a word; {@link
 * #WRAP}, the numbers of a view and of a buffer, an offset and a length; {@link #LOOK}
 * and the number of a view; or {@link #COMPARE} and the number of a buffer. Answers: what
 * was found; for a look, a digest of everything the view returns; for a comparison, 1 if
 * the buffer's position, limit and order are as before, or 0, and the same for its bytes.
 */
public final class Main extends Driver {
  private static final int STORE = 0;
  private static final int WRAP = 1;
  private static final int LOOK = 2;
  private static final int COMPARE = 3;

  private static final int BUFFERS = 3;

  private long factor;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    factor = words.next();
    int limit = (int) words.next();
    int capacity = (int) words.next();
    ByteBuffer[] stored = {
      ByteBuffer.allocateDirect(capacity),
      ByteBuffer.allocate(capacity),
      ByteBuffer.allocate(capacity)
    };
    ByteBuffer[] buffers = {
      stored[0].duplicate(), stored[1].duplicate(), stored[2].asReadOnlyBuffer()
    };
    ByteBuffer[] copies = new ByteBuffer[BUFFERS];
    int[] positions = new int[BUFFERS];
    ByteOrder[] orders = new ByteOrder[BUFFERS];
    for (int i = 0; i < BUFFERS; i++) {
      copies[i] = ByteBuffer.allocate(capacity);
      positions[i] = (int) words.next();
      orders[i] = words.next() == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
      buffers[i].limit(limit).position(positions[i]).order(orders[i]);
    }
    PacketView[] views = new PacketView[(int) words.next()];
    for (int i = 0; i < views.length; i++) {
      views[i] = new PacketView();
    }
    while (words.hasNext()) {
      int operation = (int) words.next();
      switch (operation) {
        case STORE:
          int to = (int) words.next();
          store(words, stored[to], copies[to]);
          break;
        case WRAP:
          PacketView view = views[(int) words.next()];
          ByteBuffer packets = buffers[(int) words.next()];
          words.answer(view.wrap(packets, (int) words.next(), (int) words.next()));
          break;
        case LOOK:
          words.answer(digest(views[(int) words.next()]));
          break;
        case COMPARE:
          int which = (int) words.next();
          ByteBuffer buffer = buffers[which];
          boolean same = buffer.position() == positions[which]
              && buffer.limit() == limit && buffer.order() == orders[which];
          words.answer(same ? 1 : 0);
          words.answer(stored[which].equals(copies[which]) ? 1 : 0);
          break;
        default:
          throw new IOException("the trace has no such operation");
      }
    }
  }

  private static void store(Words words, ByteBuffer buffer, ByteBuffer copy)
      throws IOException {
    int place = (int) words.next();
    int count = (int) words.next();
    long word = 0;
    for (int i = 0; i < count; i++) {
      word = i % Long.BYTES == 0 ? words.next() : word >> Byte.SIZE;
      buffer.put(place + i, (byte) word);
      copy.put(place + i, (byte) word);
    }
  }

  private long digest(PacketView view) {
    long result = view.sourceAddress();
    result = result * factor + view.destinationAddress();
    result = result * factor + view.protocol();
    result = result * factor + view.headerLength();
    result = result * factor + view.totalLength();
    result = result * factor + view.sourcePort();
    result = result * factor + view.destinationPort();
    result = result * factor + view.sequence();
    result = result * factor + view.flags();
    result = result * factor + view.payloadOffset();
    return result * factor + view.payloadLength();
  }
}
