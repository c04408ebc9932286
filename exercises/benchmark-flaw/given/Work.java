package exercise;

/** What is measured. */
public interface Work {
  /** Makes everything ready for an experiment. That is not measured. */
  void setUp();

  /** Does one operation of the experiment. They count from 0. */
  long run(int operation);
}
