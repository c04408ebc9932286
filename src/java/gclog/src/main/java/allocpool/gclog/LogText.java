package allocpool.gclog;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file's lines, one after the other: plain or packed by gzip, in an encoding that has
 * ASCII in it or in UTF-16, with any line ends, of any size.
 */
final class LogText implements Closeable {
  /** Of a line longer than this the rest is left out; no collector writes one. */
  private static final int LONGEST = 8192;

  private static final int MAGIC = 12;

  private final InputStream in;
  private final byte[] line = new byte[LONGEST];
  private final byte[] block = new byte[1 << 16];
  private boolean wide; // two bytes a character, of which one is nothing
  private int at;
  private int end;
  private boolean cut;

  /**
   * Opens a file.
   *
   * @param path the file
   * @throws GcLogException if its first bytes say that it is something else
   * @throws IOException if it cannot be read
   */
  LogText(Path path) throws IOException, GcLogException {
    byte[] magic;
    try (InputStream first = Files.newInputStream(path)) {
      magic = first.readNBytes(MAGIC);
    }
    FileKind.refuseOthers(magic);
    InputStream file = Files.newInputStream(path);
    boolean packed = magic.length > 1 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
    try {
      in = packed ? new GZIPInputStream(file, 1 << 16) : file;
    } catch (IOException e) {
      file.close();
      throw new GcLogException("begins as gzip does, but is not packed by it");
    }
    readMark();
  }

  /**
   * Reads on.
   *
   * @return the next line, without its end; each byte is a character, so that no content
   *     can make this fail. Null after the last one
   * @throws IOException if the file cannot be read
   */
  String line() throws IOException {
    int length = 0;
    boolean any = false;
    while (at < end || fill()) {
      any = true;
      int stop = at;
      while (stop < end && block[stop] != '\n') {
        stop++;
      }
      length = add(length, stop);
      at = stop + 1;
      if (stop < end) {
        return text(length);
      }
    }
    return any ? text(length) : null;
  }

  /** Adds what lies in the block up to some place; returns the line's new length. */
  private int add(int length, int stop) {
    if (length > 0 && !wide) {
      int count = Math.min(stop - at, LONGEST - length);
      System.arraycopy(block, at, line, length, count);
      return length + count;
    }
    for (int i = at; i < stop && length < LONGEST; i++) {
      // What was emptied under a virtual machine's hands begins with zeros.
      if (block[i] != 0 || length > 0 && !wide) {
        line[length++] = block[i];
      }
    }
    return length;
  }

  /** Whether packed data ended too early. */
  boolean isCut() {
    return cut;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private String text(int length) {
    int used = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    return new String(line, 0, used, StandardCharsets.ISO_8859_1);
  }

  /** Skips the mark of the encoding. */
  private void readMark() throws IOException {
    if (!fill()) {
      return;
    }
    if (begins(0xef, 0xbb, 0xbf)) {
      at = 3;
    } else if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) {
      at = 2;
      wide = true;
    }
  }

  private boolean begins(int... mark) {
    for (int i = 0; i < mark.length; i++) {
      if (i >= end || (block[i] & 0xff) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean fill() throws IOException {
    at = 0;
    end = 0;
    try {
      end = Math.max(0, in.read(block));
    } catch (EOFException | ZipException e) {
      cut = true;
    }
    return end > 0;
  }
}
