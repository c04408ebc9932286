package exercise;

/** Uses results, so that no compiler can remove the work. */
public interface Sink {
  /** Takes a result, and some time. */
  void consume(long result);
}
