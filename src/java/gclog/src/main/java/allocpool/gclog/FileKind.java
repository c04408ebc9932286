package allocpool.gclog;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Recognises files that are not logs by their first bytes. */
final class FileKind {
  private static final Map<String, String> OTHERS = Map.of(
      "FLR\0", "is a recording of Flight Recorder, not a log: ./course advise reads it",
      "JAVA PROFILE", "is a dump of a heap, not a log",
      "PK\3\4", "is an archive (zip or jar): unpack it first",
      "\u00fd7zXZ", "is packed by xz: unpack it first",
      "(\u00b5/\u00fd", "is packed by zstd: unpack it first",
      "BZh", "is packed by bzip2: unpack it first",
      "7z\u00bc\u00af", "is an archive (7z): unpack it first");

  private FileKind() {}

  /**
   * Checks the first bytes.
   *
   * @param first at least the first twelve, or all
   * @throws GcLogException if this is not a log, or empty
   */
  static void refuseOthers(byte[] first) throws GcLogException {
    if (first.length == 0) {
      throw new GcLogException("is empty");
    }
    String text = new String(first, StandardCharsets.ISO_8859_1);
    for (Map.Entry<String, String> other : OTHERS.entrySet()) {
      if (text.startsWith(other.getKey())) {
        throw new GcLogException(other.getValue());
      }
    }
  }
}
