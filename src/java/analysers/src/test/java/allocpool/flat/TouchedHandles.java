package allocpool.flat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A slab without memory, which only records touches. */
final class TouchedHandles extends Slab {
  final List<Integer> touched = new ArrayList<>();

  @Override
  protected long touch(int[] handles, int from, int to) {
    for (int i = from; i < to; i++) {
      touched.add(handles[i]);
    }
    return 0;
  }

  @Override
  protected void fill(int handle, long r) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected int parse(int handle) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected long word(int handle, int offset) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected Optional<String> whySmallPages() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
