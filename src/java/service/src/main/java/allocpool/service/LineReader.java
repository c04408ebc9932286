package allocpool.service;

import java.nio.ByteBuffer;

/**
 * Takes lines from a buffer, however they are fragmented. A line ends with CR and LF. An
 * LF alone, which RFC 9112 lets a server accept, is rejected, and so is a CR alone, which
 * it lets a server treat as a space (section 2.2): chained servers that disagree about
 * line ends have been made to see different requests.
 */
final class LineReader {
  private int allowed;
  private int searched; // bytes from the buffer's position without a line end
  private int from;
  private int to;

  /**
   * Starts a sequence of lines of at most this many bytes in total, line ends included.
   *
   * @param bytes at most a buffer's size
   */
  void allow(int bytes) {
    allowed = bytes;
    searched = 0;
  }

  /**
   * Takes a line, if it is complete.
   *
   * @param input its position is the line's start, and moves behind the line
   * @return true if there was one; if not, the next call expects the same bytes and more
   * @throws RefusedException if it is not terminated by CR and LF, or is too long
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

  /** Returns the start of the last line in the buffer. */
  int from() {
    return from;
  }

  /** Returns the end of the last line, before CR and LF. */
  int to() {
    return to;
  }

  boolean isEmpty() {
    return from == to;
  }
}
