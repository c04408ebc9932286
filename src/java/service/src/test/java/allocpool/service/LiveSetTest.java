package allocpool.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.fixture.Census;
import java.util.Map;
import javax.management.JMException;
import org.junit.jupiter.api.Test;

class LiveSetTest {
  @Test
  void hasAboutTheSizeThatIsAskedFor() throws JMException {
    Census before = Census.take();
    LiveSet live = LiveSet.of(8);
    Map<String, Long> added = Census.take().since(before, 10_000);
    assertEquals(live.size(), added.get("allocpool.service.LiveSet$Session"));
    assertEquals(8 * 1024 * 1024 / 68, live.size(), 1024);
  }

  @Test
  void everyRequestTouchesOneSession() {
    LiveSet live = LiveSet.of(1);
    for (int i = 0; i < 100_000; i++) {
      live.touch();
    }
    assertEquals(100_000, live.requests());
  }

  @Test
  void mayBeEmpty() {
    LiveSet live = LiveSet.of(0);
    live.touch();
    assertEquals(0, live.size());
    assertEquals(0, live.requests());
  }
}
