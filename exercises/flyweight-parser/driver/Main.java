package driver;

import exercise.PacketView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Moves views over packets in two buffers: a direct one, and one in the heap whose
 * numbers begin with the least significant byte.
 *
 * <p>Words: the buffers' capacity; how many views there are; then {@link #STORE}, the
 * number of a buffer, a place, how many bytes, and the bytes themselves, eight in a word;
 * {@link #WRAP}, the numbers of a view and of a buffer, an offset and a length; or
 * {@link #LOOK} and the number of a view. Answers: what was found, or {@link #CHANGED};
 * for a look, a digest of all that the view tells.
 */
public final class Main extends Driver {
  private static final int STORE = 0;
  private static final int WRAP = 1;
  private static final int LOOK = 2;

  /** The answer when the buffer is not as it was. */
  private static final int CHANGED = 9;

  /** Of both buffers; it says nothing of where a packet is. */
  private static final int POSITION = 5;

  private Main() {}

  /** Takes no arguments: the trace comes from standard input. */
  public static void main(String[] arguments) {
    new Main().run();
  }

  @Override
  protected void play(Words words) throws IOException {
    int capacity = (int) words.next();
    ByteBuffer[] buffers = {
      ByteBuffer.allocateDirect(capacity),
      ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN)
    };
    for (ByteBuffer buffer : buffers) {
      buffer.position(POSITION);
    }
    PacketView[] views = new PacketView[(int) words.next()];
    for (int i = 0; i < views.length; i++) {
      views[i] = new PacketView();
    }
    while (words.hasNext()) {
      int operation = (int) words.next();
      switch (operation) {
        case STORE:
          store(words, buffers[(int) words.next()]);
          break;
        case WRAP:
          wrap(words, views[(int) words.next()], buffers[(int) words.next()]);
          break;
        case LOOK:
          words.answer(digest(views[(int) words.next()]));
          break;
        default:
          throw new IOException("the trace has no such operation");
      }
    }
  }

  private static void store(Words words, ByteBuffer buffer) throws IOException {
    int place = (int) words.next();
    int count = (int) words.next();
    long word = 0;
    for (int i = 0; i < count; i++) {
      word = i % Long.BYTES == 0 ? words.next() : word >> Byte.SIZE;
      buffer.put(place + i, (byte) word);
    }
  }

  private static void wrap(Words words, PacketView view, ByteBuffer buffer)
      throws IOException {
    ByteOrder order = buffer.order();
    int found = view.wrap(buffer, (int) words.next(), (int) words.next());
    boolean same = buffer.position() == POSITION
        && buffer.limit() == buffer.capacity() && buffer.order() == order;
    words.answer(same ? found : CHANGED);
  }

  private static long digest(PacketView view) {
    long result = view.sourceAddress();
    result = result * 31 + view.destinationAddress();
    result = result * 31 + view.protocol();
    result = result * 31 + view.headerLength();
    result = result * 31 + view.totalLength();
    result = result * 31 + view.sourcePort();
    result = result * 31 + view.destinationPort();
    result = result * 31 + view.sequence();
    result = result * 31 + view.flags();
    result = result * 31 + view.payloadOffset();
    return result * 31 + view.payloadLength();
  }
}
