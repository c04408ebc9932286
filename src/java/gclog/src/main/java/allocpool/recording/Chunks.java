package allocpool.recording;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The chunks of a recording's file, each complete in itself. A truncated file ends within
 * one; the chunks before it can be read.
 */
final class Chunks {
  private static final int HEADER_BYTES = 68;
  private static final String MAGIC = "FLR\0";

  /** The number of the file's bytes that are in whole chunks. */
  final long wholeBytes;

  /** The file's size in bytes. */
  final long bytes;

  private Chunks(long wholeBytes, long bytes) {
    this.wholeBytes = wholeBytes;
    this.bytes = bytes;
  }

  boolean cutOff() {
    return wholeBytes < bytes;
  }

  /**
   * Scans the chunk headers.
   *
   * @throws RecordingException if this is no recording, or has no whole chunk
   * @throws IOException if the file cannot be read
   */
  static Chunks of(Path file) throws IOException, RecordingException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long bytes = in.length();
      if (bytes == 0) {
        throw new RecordingException("is empty");
      }
      long at = 0;
      while (at + HEADER_BYTES <= bytes) {
        in.seek(at);
        byte[] magic = new byte[MAGIC.length()];
        in.readFully(magic);
        if (!new String(magic, StandardCharsets.ISO_8859_1).equals(MAGIC)) {
          break;
        }
        in.readInt(); // its version
        long length = in.readLong();
        if (length < HEADER_BYTES || at + length > bytes) {
          break;
        }
        at += length;
      }
      if (at == 0) {
        throw new RecordingException(
            "is cut off: not one part of the recording is whole; its end is written by"
                + " jcmd PID JFR.stop, or when the program ends");
      }
      return new Chunks(at, bytes);
    }
  }
}
