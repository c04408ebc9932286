package allocpool.service;

import java.nio.ByteBuffer;

/**
 * Decodes a body's chunks (RFC 9112, section 7.1), however they are fragmented.
 * Extensions and trailers are dropped after validation: a control character in an
 * extension, or a trailer that is not a field, is rejected as in a head.
 */
final class ChunkedBody {
  /** The part that comes next. */
  private enum Part {
    /** The line with a chunk's size. */
    SIZE,
    /** A chunk's bytes. */
    BYTES,
    /** The end of line behind them. */
    END_OF_BYTES,
    /** Fields, as in a head, and an empty line. */
    TRAILERS
  }

  private final LineReader lines = new LineReader();
  private final Field trailer = new Field();
  private Part part;
  private int left; // of the chunk's bytes

  ChunkedBody() {
    next();
  }

  /** Resets the state, for the next body. */
  void next() {
    part = Part.SIZE;
    lines.allow(Limits.CHUNK_LINE);
  }

  // --8<-- [start:read-chunks]
  /**
   * Reads as much as is available.
   *
   * @param input its position is where the last call left it
   * @param body receives the chunks' bytes
   * @return true at the end; the next request begins at the buffer's position
   * @throws RefusedException if these aren't chunks, or there are too many bytes
   */
  boolean read(ByteBuffer input, Body body) throws RefusedException {
    boolean more = true;
    while (more) {
      switch (part) {
        case SIZE:
          more = readSize(input, body);
          break;
        case BYTES:
          more = readBytes(input, body);
          break;
        case END_OF_BYTES:
          more = readEndOfBytes(input);
          break;
        case TRAILERS:
          more = readTrailer(input);
          if (more && lines.isEmpty()) {
            return true;
          }
          break;
        default:
          throw new IllegalStateException(part.name());
      }
    }
    return false;
  }
  // --8<-- [end:read-chunks]

  private boolean readSize(ByteBuffer input, Body body) throws RefusedException {
    if (!lines.next(input)) {
      return false;
    }
    left = size(input, lines.from(), lines.to());
    if (left > Limits.CONTENT - body.length()) {
      throw RequestHead.tooLarge();
    }
    if (left > 0) {
      part = Part.BYTES;
    } else {
      part = Part.TRAILERS;
      lines.allow(Limits.HEAD);
    }
    return true;
  }

  private static int size(ByteBuffer in, int from, int to) throws RefusedException {
    int size = 0;
    int i = from;
    while (i < to && Ascii.hexadecimal(in.get(i)) >= 0) {
      size = Math.min(16 * size + Ascii.hexadecimal(in.get(i)), Limits.CONTENT + 1);
      i++;
    }
    boolean isNumber = i > from;
    while (i < to && Ascii.isBlank(in.get(i))) {
      i++;
    }
    if (!isNumber || i < to && in.get(i) != ';') {
      throw RefusedException.malformed("a chunk's size is no hexadecimal number");
    }
    checkExtensions(in, i, to);
    return size;
  }

  private static void checkExtensions(ByteBuffer in, int from, int to)
      throws RefusedException {
    for (int i = from; i < to; i++) {
      if (!Ascii.isInValue(in.get(i))) {
        throw RefusedException.malformed("a chunk's extension has a control character");
      }
    }
  }

  private boolean readBytes(ByteBuffer input, Body body) {
    int count = Math.min(left, input.remaining());
    body.append(input, count);
    left -= count;
    if (left == 0) {
      part = Part.END_OF_BYTES;
    }
    return left == 0;
  }

  private boolean readEndOfBytes(ByteBuffer input) throws RefusedException {
    if (input.remaining() < 2) {
      return false;
    }
    if (input.get() != '\r' || input.get() != '\n') {
      throw RefusedException.malformed("a chunk is longer than its size");
    }
    part = Part.SIZE;
    lines.allow(Limits.CHUNK_LINE);
    return true;
  }

  private boolean readTrailer(ByteBuffer input) throws RefusedException {
    boolean isThere = lines.next(input);
    if (isThere && !lines.isEmpty()) {
      trailer.read(input, lines.from(), lines.to());
    }
    return isThere;
  }
}
