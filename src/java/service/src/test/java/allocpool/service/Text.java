package allocpool.service;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Requests as tests write them, where each {@code |} stands for a line end. */
final class Text {
  private Text() {}

  static byte[] bytes(String text) {
    return text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
  }

  static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(bytes(text));
  }

  /** Returns a buffer's remaining content; its position stays. */
  static String of(ByteBuffer buffer) {
    return StandardCharsets.ISO_8859_1.decode(buffer.duplicate()).toString();
  }
}
