package allocpool.allocator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Records reported misuse, for one thread or many. */
final class RecordedMisuse implements MisuseListener {
  /** The reports, in a few words each. */
  final List<String> heard = Collections.synchronizedList(new ArrayList<>());

  /** The stack traces of the misuse. */
  final List<Throwable> sites = Collections.synchronizedList(new ArrayList<>());

  /** Runs when a write is reported. */
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
