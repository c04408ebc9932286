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
 * Reads a file's lines one by one: plain or gzipped, in an ASCII-compatible encoding or
 * in UTF-16, with any line ends, of any size.
 */
final class LogText implements Closeable {
  /** Longer lines are truncated; no collector writes one. */
  private static final int LONGEST = 8192;

  private static final int MAGIC = 12;

  private final InputStream in;
  private final byte[] bytes = new byte[1 << 16];
  private boolean wide; // UTF-16: every second byte is zero
  private String block = ""; // one char per byte, so a search for a line end is fast
  private int at;
  private boolean cut;

  /**
   * Opens a file.
   *
   * @param path the file
   * @throws GcLogException if its first bytes show that it is not a log
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
   * Reads a line.
   *
   * @return the next line, without its end; each byte becomes a character, so that
   *     decoding cannot fail. Null after the last one
   * @throws IOException if the file cannot be read
   */
  String line() throws IOException {
    String line = "";
    boolean any = false;
    while (at < block.length() || fill()) {
      any = true;
      if (line.isEmpty()) {
        skipZeros();
      }
      int next = block.indexOf('\n', at);
      int end = next < 0 ? block.length() : next;
      line = line.concat(
          block.substring(at, Math.min(end, at + LONGEST - line.length())));
      at = end + 1;
      if (next >= 0) {
        return withoutReturn(line);
      }
    }
    return any ? withoutReturn(line) : null;
  }

  /** Skips the zeros at the start of a file that was truncated while being written. */
  private void skipZeros() {
    while (at < block.length() && block.charAt(at) == 0) {
      at++;
    }
  }

  /** Returns true if compressed data ended too early. */
  boolean isCut() {
    return cut;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private static String withoutReturn(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  /** Skips the byte order mark. */
  private void readMark() throws IOException {
    fill();
    if (block.startsWith("\u00ef\u00bb\u00bf")) {
      at = 3;
    } else if (block.startsWith("\u00ff\u00fe") || block.startsWith("\u00fe\u00ff")) {
      wide = true;
      block = narrow(block.substring(2));
    }
  }

  private boolean fill() throws IOException {
    int count = 0;
    try {
      count = Math.max(0, in.read(bytes));
    } catch (EOFException | ZipException e) {
      cut = true;
    }
    String text = new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
    block = wide ? narrow(text) : text;
    at = 0;
    return count > 0;
  }

  private static String narrow(String text) {
    return text.replace("\0", "");
  }
}
