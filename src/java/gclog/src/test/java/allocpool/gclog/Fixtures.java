package allocpool.gclog;

import java.net.URISyntaxException;
import java.nio.file.Path;

/**
 * Logs of short runs of the course's own program with small heaps, shortened to a few
 * collections and, if long, to the lines that are read here. The lines are unchanged.
 * Shenandoah's log of JDK 25 was made with {@code -XX:ShenandoahFullGCThreshold=0}, for a
 * full collection.
 */
final class Fixtures {
  private Fixtures() {}

  static Path log(String name) {
    try {
      return Path.of(Fixtures.class.getResource("/" + name + ".log").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
