package allocpool.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadTest {
  private static final String GET = "GET / HTTP/1.1|Host: a|";

  private final RequestHead head = new RequestHead();

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "GET / HTTP/1.1|Host: a||;                               0; false; true",
    "PUT /x?y=z HTTP/1.1|Host: a|Content-Length: 12||;      12; false; true",
    "POST * HTTP/1.1|Host:|content-LENGTH:\t7 \t||;           7; false; true",
    "POST / HTTP/1.1|Host: a|Content-Length: 1048576||; 1048576; false; true",
    "POST / HTTP/1.1|Host: a|Content-Length: 007||;          7; false; true",
    "POST / HTTP/1.1|Host: a|Transfer-Encoding: Chunked||;   0; true;  true",
    "GET / HTTP/1.1|Host: a|Connection: close||;             0; false; false",
    "GET / HTTP/1.1|Host: a|connection: x, Close||;          0; false; false",
    "GET / HTTP/1.1|Host: a|Connection: enclosed||;          0; false; true",
    "GET / HTTP/1.1|Host: a|X: \u00e9 \u00ff||;              0; false; true",
    "GET / HTTP/1.0|Expect: 100-continue||;                  0; false; false",
    "GET / HTTP/1.0||;                                       0; false; false",
    "||GET / HTTP/1.1|Host: a||;                             0; false; true",
  })
  void readsWhatDecides(String request, int length, boolean chunked, boolean keepsAlive)
      throws RefusedException {
    ByteBuffer in = Text.buffer(request + "rest");
    assertTrue(head.read(in));
    assertEquals(length, head.contentLength());
    assertEquals(chunked, head.isChunked());
    assertEquals(keepsAlive, head.keepsAlive());
    assertEquals("rest", Text.of(in));
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "BAD_REQUEST;           GET / HTTP/1.1||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a|Host: a||",
    "BAD_REQUEST;           GET /|Host: a||",
    "BAD_REQUEST;           GET|Host: a||",
    "BAD_REQUEST;           GET  / HTTP/1.1|Host: a||",
    "BAD_REQUEST;           GET / HTTP/1.1 x|Host: a||",
    "BAD_REQUEST;           GET / http/1.1|Host: a||",
    "BAD_REQUEST;           GET / HTTP/11|Host: a||",
    "BAD_REQUEST;           GET /\u00e9 HTTP/1.1|Host: a||",
    "BAD_REQUEST;           G(T / HTTP/1.1|Host: a||",
    "BAD_REQUEST;           ' GET / HTTP/1.1|Host: a||'",
    "VERSION_NOT_SUPPORTED; GET / HTTP/2.0|Host: a||",
    "NOT_IMPLEMENTED;       HEAD / HTTP/1.1|Host: a||",
    "NOT_IMPLEMENTED;       get / HTTP/1.1|Host: a||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host : a||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a| folded||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a|x||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a|: x||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a|\u00e9: x||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a|Content-Length:||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a|Content-Length: -1||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a|Content-Length: +1||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a|Content-Length: 1 1||",
    "BAD_REQUEST;           GET / HTTP/1.1|Host: a|Content-Length: 1, 1||",
    "BAD_REQUEST;  GET / HTTP/1.1|Host: a|Content-Length: 1|Content-Length: 1||",
    "CONTENT_TOO_LARGE;     GET / HTTP/1.1|Host: a|Content-Length: 1048577||",
    "CONTENT_TOO_LARGE;  GET / HTTP/1.1|Host: a|Content-Length: 99999999999999999999||",
    "NOT_IMPLEMENTED;       GET / HTTP/1.1|Host: a|Transfer-Encoding: gzip||",
    "NOT_IMPLEMENTED;       GET / HTTP/1.1|Host: a|Transfer-Encoding: gzip, chunked||",
    "NOT_IMPLEMENTED;  GET / HTTP/1.1|Host: a|Transfer-Encoding: chunked"
        + "|Transfer-Encoding: chunked||",
    "BAD_REQUEST;  GET / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Content-Length: 1||",
    "BAD_REQUEST;  GET / HTTP/1.1|Host: a|Content-Length: 1|Transfer-Encoding: chunked||",
    "BAD_REQUEST;           GET / HTTP/1.0|Transfer-Encoding: chunked||",
    "EXPECTATION_FAILED;    GET / HTTP/1.1|Host: a|Expect: 100-continue||",
  })
  void refusesTheRest(Status status, String request) {
    RefusedException refused =
        assertThrows(RefusedException.class, () -> head.read(Text.buffer(request)));
    assertEquals(status, refused.status, refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "\n", "x\n", "X: a\rb|", "X: a\r|", "\r|", "X: \u0001|", "X: \u007f|", "X\n: a|",
  })
  void refusesControlCharacters(String line) {
    RefusedException refused =
        assertThrows(RefusedException.class, () -> head.read(Text.buffer(GET + line)));
    assertEquals(Status.BAD_REQUEST, refused.status);
  }

  @Test
  void mayComeInTwoPieces() throws RefusedException {
    byte[] whole = Text.bytes("|POST / HTTP/1.1|Host: a|Content-Length: 12||");
    for (int cut = 0; cut < whole.length; cut++) {
      ByteBuffer in = ByteBuffer.wrap(whole);
      in.limit(cut);
      assertFalse(head.read(in), "cut at " + cut);
      in.limit(whole.length);
      assertTrue(head.read(in), "cut at " + cut);
      assertEquals(12, head.contentLength());
      head.next();
    }
  }

  /** The buffer's content is compacted each time, as in a connection. */
  @Test
  void mayComeByteByByte() throws RefusedException {
    byte[] whole = Text.bytes("POST / HTTP/1.1|Host: a|Content-Length: 12||");
    ByteBuffer in = ByteBuffer.allocate(Limits.HEAD);
    in.limit(0);
    for (int i = 0; i < whole.length; i++) {
      in.compact();
      in.put(whole[i]);
      in.flip();
      assertEquals(i == whole.length - 1, head.read(in), "byte " + i);
    }
    assertEquals(12, head.contentLength());
  }

  @Test
  void isForgottenBeforeTheNextOne() throws RefusedException {
    assertTrue(head.read(Text.buffer(
        "POST / HTTP/1.1|Host: a|Connection: close|Content-Length: 12||")));
    head.next();
    assertTrue(head.read(Text.buffer(GET + "|")));
    assertEquals(0, head.contentLength());
    assertTrue(head.keepsAlive());
  }

  @Test
  void mayBeAsLongAsTheInput() throws RefusedException {
    String rest = "|Host: a|X: ||";
    int fill = Limits.HEAD - Text.bytes("GET / HTTP/1.1" + rest).length;
    String longest = "GET /" + "x".repeat(fill) + " HTTP/1.1" + rest;
    assertTrue(head.read(Text.buffer(longest)));
    head.next();
    String longer = "GET /" + "x".repeat(fill + 1) + " HTTP/1.1" + rest;
    RefusedException refused =
        assertThrows(RefusedException.class, () -> head.read(Text.buffer(longer)));
    assertEquals(Status.FIELDS_TOO_LARGE, refused.status);
  }

  @Test
  void aLineWithoutAnEndIsGivenUp() {
    ByteBuffer in = Text.buffer("GET /" + "x".repeat(Limits.HEAD - 5));
    RefusedException refused =
        assertThrows(RefusedException.class, () -> head.read(in));
    assertEquals(Status.FIELDS_TOO_LARGE, refused.status);
  }
}
