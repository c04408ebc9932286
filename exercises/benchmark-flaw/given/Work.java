package exercise;

/** The measured work. */
public interface Work {
  /** Prepares an experiment. This isn't measured. */
  void setUp();

  /** Does one operation of the experiment, numbered from 0. */
  long run(int operation);
}
