package allocpool.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplicationTest {
  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "2, true"})
  void digestsTheBodyAndLeavesItAsItIs(int digests, boolean direct)
      throws NoSuchAlgorithmException {
    byte[] body = Text.bytes("the body");
    int size = body.length + 2;
    ByteBuffer bytes =
        direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    bytes.put((byte) 0).put(body).position(1).limit(body.length + 1);
    LiveSet live = LiveSet.of(1);
    Application application = new Application(live, digests);
    application.handle(bytes);
    assertEquals(body.length, bytes.remaining());
    assertEquals(1, live.requests());
    byte[] expected = MessageDigest.getInstance("SHA-256").digest(body);
    assertArrayEquals(expected, application.lastDigest());
  }

  @Test
  void mayHaveNoWork() {
    Application application = new Application(LiveSet.of(0), 0);
    application.handle(ByteBuffer.allocate(1));
    assertArrayEquals(new byte[32], application.lastDigest());
  }
}
