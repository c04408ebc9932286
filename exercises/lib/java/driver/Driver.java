package driver;

import java.io.IOException;

/**
 * Plays a trace on a submission, in a process of its own. Nothing here is trusted: the
 * submission runs in the same JVM. It is the judge outside who knows the right answers.
 *
 * <p>The exit codes are told in exercises/README.md.
 */
public abstract class Driver {
  private static final int FINISHED = 0;
  private static final int THREW = 70;
  private static final int OUT_OF_MEMORY = 71;

  /** Reads all words and answers them. */
  protected abstract void play(Words words) throws Exception;

  /** Plays and ends the JVM, whatever threads a submission has left running. */
  protected final void run() {
    System.setOut(System.err); // What a submission prints is not an answer.
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
    // A thread that cannot be started is told of as a lack of memory, too.
    boolean thread = String.valueOf(error.getMessage()).contains("native thread");
    return thread ? THREW : OUT_OF_MEMORY;
  }

  private static int tell(Throwable error) {
    System.err.println("driver: threw " + error);
    for (StackTraceElement frame : error.getStackTrace()) {
      if (frame.getClassName().startsWith("exercise.")) {
        System.err.println("    at " + frame);
      }
    }
    return THREW;
  }
}
