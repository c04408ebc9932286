package allocpool.service;

import java.nio.ByteBuffer;

/**
 * Takes lines from a buffer, in whatever pieces they come. A line ends with CR and LF. An
 * LF alone, which RFC 9112 lets a server accept, is refused, and so is a CR alone, which
 * it lets a server take for a space (section 2.2): servers in a row that differ in what
 * ends a line have been made to see different requests.
 */
final class LineReader {
  private int allowed;
  private int searched; // so many bytes from the buffer's position on end no line
  private int from;
  private int to;

  /**
   * Begins with lines that may have so many bytes together, their ends included.
   *
   * @param bytes not more than a buffer holds
   */
  void allow(int bytes) {
    allowed = bytes;
    searched = 0;
  }

  /**
   * Takes a line, if all of it is there.
   *
   * @param input its position is the line's begin, and moves behind it
   * @return whether there was one; if not, the same bytes and more are expected next time
   * @throws RefusedException if it ends in a wrong way, or is longer than it may be
   */
  boolean next(ByteBuffer input) throws RefusedException {
    int begin = input.position();
    boolean returned = searched > 0 && input.get(begin + searched - 1) == '\r';
    for (int i = begin + searched; i < input.limit(); i++) {
      byte next = input.get(i);
      if (returned != (next == '\n')) {
        throw RefusedException.malformed("a line does not end with CR and LF");
      }
      if (returned) {
        take(begin, i - 1);
        input.position(i + 1);
        return true;
      }
      returned = next == '\r';
    }
    searched = input.limit() - begin;
    if (searched >= allowed) {
      throw tooMuch();
    }
    return false;
  }

  private void take(int begin, int end) throws RefusedException {
    int bytes = end + 2 - begin;
    if (bytes > allowed) {
      throw tooMuch();
    }
    allowed -= bytes;
    searched = 0;
    from = begin;
    to = end;
  }

  private static RefusedException tooMuch() {
    return new RefusedException(Status.FIELDS_TOO_LARGE, "its lines are too long");
  }

  /** Where the line that was taken last begins in the buffer. */
  int from() {
    return from;
  }

  /** The place behind it, where its end begins. */
  int to() {
    return to;
  }

  boolean isEmpty() {
    return from == to;
  }
}
