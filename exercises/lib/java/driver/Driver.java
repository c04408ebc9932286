package driver;

import java.io.IOException;

/**
 * Plays a trace on a submission, in a separate process. Nothing here is trusted, because
 * the submission runs in the same JVM: only the judge, outside, knows the right answers.
 *
 * <p>exercises/README.md lists the exit codes.
 */
public abstract class Driver {
  private static final int FINISHED = 0;
  private static final int THREW = 70;
  private static final int OUT_OF_MEMORY = 71;

  /** Reads and answers all words. */
  protected abstract void play(Words words) throws Exception;

  /** Plays, then halts the JVM even if a submission's threads are still running. */
  protected final void run() {
    System.setOut(System.err); // A submission's output isn't an answer.
    int code = FINISHED;
    Words words = null;
    try {
      words = new Words();
      play(words);
      words.testify();
    } catch (OutOfMemoryError error) {
      code = tellOfMemory(error);
    } catch (Throwable error) {
      code = tell(error);
    }
    try {
      if (words != null) {
        words.flush();
      }
    } catch (IOException error) {
      code = tell(error);
    }
    Runtime.getRuntime().halt(code);
  }

  private static int tellOfMemory(OutOfMemoryError error) {
    tell(error);
    // The JVM also throws this if it can't start a thread.
    boolean thread = String.valueOf(error.getMessage()).contains("native thread");
    return thread ? THREW : OUT_OF_MEMORY;
  }

  private static int tell(Throwable thrown) {
    // Why a class can't be initialised, only the cause tells.
    boolean wraps = thrown instanceof ExceptionInInitializerError;
    Throwable error = wraps && thrown.getCause() != null ? thrown.getCause() : thrown;
    System.err.println("driver: threw " + error);
    for (StackTraceElement frame : error.getStackTrace()) {
      if (frame.getClassName().startsWith("exercise.")) {
        System.err.println("    at " + frame);
      }
    }
    return THREW;
  }
}
