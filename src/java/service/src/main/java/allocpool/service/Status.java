package allocpool.service;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A response's status, named as in RFC 9110 and RFC 6585. */
enum Status {
  OK(200, "OK"),
  BAD_REQUEST(400, "Bad Request"),
  CONTENT_TOO_LARGE(413, "Content Too Large"),
  EXPECTATION_FAILED(417, "Expectation Failed"),
  FIELDS_TOO_LARGE(431, "Request Header Fields Too Large"),
  NOT_IMPLEMENTED(501, "Not Implemented"),
  VERSION_NOT_SUPPORTED(505, "HTTP Version Not Supported");

  private final byte[] line;

  Status(int code, String reason) {
    line = ("HTTP/1.1 " + code + " " + reason + "\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Writes the status line, with its end. */
  void writeTo(ByteBuffer out) {
    out.put(line);
  }
}
