package allocpool.flat.address;

import java.util.ArrayList;
import java.util.List;

/** Only records the lines to fetch. */
final class FetchedLines extends LookAhead {
  final List<Long> fetched = new ArrayList<>();

  @Override
  void fetch(long names, int count) {
    for (int i = 0; i < count; i++) {
      fetched.add(Memory.get(names + (long) i * Memory.WORD_BYTES));
    }
  }
}
