package exercise;

/** Where results go, so that no compiler may think that nobody wants them. */
public interface Sink {
  /** Takes a result, and some time. */
  void consume(long result);
}
