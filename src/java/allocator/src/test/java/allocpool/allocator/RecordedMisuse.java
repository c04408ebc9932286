package allocpool.allocator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Remembers what it hears, for one thread or many. */
final class RecordedMisuse implements MisuseListener {
  /** What it heard, in a few words each. */
  final List<String> heard = Collections.synchronizedList(new ArrayList<>());

  /** Where it happened. */
  final List<Throwable> sites = Collections.synchronizedList(new ArrayList<>());

  /** What it does when it has heard of a write. */
  Runnable meanwhile = () -> {};

  @Override
  public void leaked(int size, Throwable allocatedAt) {
    heard.add("leaked " + size);
    sites.add(allocatedAt);
  }

  @Override
  public void writtenAfterRelease(
      int index, Throwable allocatedAt, Throwable releasedAt) {
    heard.add("written at " + index);
    sites.add(allocatedAt);
    sites.add(releasedAt);
    meanwhile.run();
  }
}
