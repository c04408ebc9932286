package allocpool.service;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What an application does for a request: changes one of its sessions, and works on the
 * body. The work is a number of SHA-256 digests, which allocate nothing. Only for the
 * server's thread.
 */
final class Application {
  private final LiveSet live;
  private final int digests;
  private final MessageDigest digest;
  private final byte[] result;

  /**
   * Makes an application.
   *
   * @param live its sessions
   * @param digests how many of each body, 0 or more
   */
  Application(LiveSet live, int digests) {
    this.live = live;
    this.digests = digests;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has it", e);
    }
    result = new byte[digest.getDigestLength()];
  }

  /** Handles a request's body, from position to limit, and leaves both as they are. */
  void handle(ByteBuffer body) {
    live.touch();
    int start = body.position();
    for (int i = 0; i < digests; i++) {
      digest.update(body);
      body.position(start);
      finish();
    }
  }

  private void finish() {
    try {
      digest.digest(result, 0, result.length);
    } catch (DigestException e) {
      throw new AssertionError("the result has its length", e);
    }
  }

  /** Returns the digest of the last body; all zeros if there was none. */
  byte[] lastDigest() {
    return result.clone();
  }
}
