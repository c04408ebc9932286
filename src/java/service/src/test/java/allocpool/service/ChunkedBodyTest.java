package allocpool.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.allocator.Memory;
import allocpool.allocator.PlainAllocator;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedBodyTest {
  private final Served served = new Served();
  private final Body body =
      new Body(new CountedBuffers(new PlainAllocator(Memory.HEAP), served));
  private final ChunkedBody chunks = new ChunkedBody();

  @AfterEach
  void allBuffersComeBack() {
    body.release();
    assertEquals(0, served.inUse);
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "0||;                                        ''",
    "5|hello|0||;                                hello",
    "5|hello|6| world|0||;                       hello world",
    "000005 \t|hello|0||;                        hello",
    "5|hello|0|Trailer: x|Another: y||;          hello",
  })
  void putsChunksTogether(String text, String content) throws RefusedException {
    ByteBuffer in = Text.buffer(text + "rest");
    assertTrue(chunks.read(in, body));
    assertEquals(content, Text.of(body.complete()));
    assertEquals("rest", Text.of(in));
  }

  @Test
  void aChunkMayHoldAnyBytes() throws RefusedException {
    assertTrue(chunks.read(Text.buffer("4|\0|\n|0||"), body));
    assertEquals("\0\r\n\n", Text.of(body.complete()));
  }

  @Test
  void overlooksExtensions() throws RefusedException {
    assertTrue(chunks.read(Text.buffer("5;x=y|hello|A ; z|0123456789|0;end||"), body));
    assertEquals("hello0123456789", Text.of(body.complete()));
  }

  @Test
  void theyMayComeInTwoPieces() throws RefusedException {
    byte[] whole = Text.bytes("5;x=y|hello|a|0123456789|0|Trailer: x||");
    for (int cut = 0; cut < whole.length; cut++) {
      ByteBuffer in = ByteBuffer.wrap(whole);
      in.limit(cut);
      assertFalse(chunks.read(in, body), "cut at " + cut);
      in.limit(whole.length);
      assertTrue(chunks.read(in, body), "cut at " + cut);
      assertEquals("hello0123456789", Text.of(body.complete()));
      body.release();
      chunks.next();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "|", "x|", "-1|", "5x|", "5 5|hello|", "0x5|hello|", "5\nhello", "5|helloworld",
    "5|hello\n0||", "5|hell|", "5\r;x|hello|", "5;x\ry|hello|", "5;\0|hello|",
    "0|no field|", "0| folded: x|", "0|X : y|", "0|X: a\rb|", "0|X: \u0001|", "0|X: y\n",
  })
  void refusesWhatIsNoChunk(String text) {
    RefusedException refused = assertThrows(
        RefusedException.class, () -> chunks.read(Text.buffer(text + "|||||"), body));
    assertEquals(Status.BAD_REQUEST, refused.status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100001|", "FFFFFFFFFFFFFFFFFFFF|", "1|x|100000|"})
  void refusesTooMuch(String text) {
    RefusedException refused = assertThrows(
        RefusedException.class, () -> chunks.read(Text.buffer(text), body));
    assertEquals(Status.CONTENT_TOO_LARGE, refused.status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5;", "0|X: "})
  void refusesEndlessLines(String text) {
    RefusedException refused = assertThrows(
        RefusedException.class,
        () -> chunks.read(Text.buffer(text + "x".repeat(Limits.HEAD)), body));
    assertEquals(Status.FIELDS_TOO_LARGE, refused.status);
  }

  @Test
  void grows() throws RefusedException {
    String chunk = "3e8|" + "x".repeat(1000) + "|";
    assertTrue(chunks.read(Text.buffer(chunk.repeat(1000) + "0||"), body));
    assertEquals(1_000_000, body.length());
    assertTrue(served.buffers < 12, "it should double: " + served.buffers + " buffers");
    assertEquals("x".repeat(1_000_000), Text.of(body.complete()));
  }
}
