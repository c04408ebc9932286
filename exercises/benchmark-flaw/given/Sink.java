package exercise;

/** Consumes results, so that no compiler can remove the work. */
public interface Sink {
  /** Consumes a result, which takes some time. */
  void consume(long result);
}
