package allocpool.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Benchmarks that do not end well, each in its own way. */
public class BrokenBenchmark {
  /** Throws during the measurement. */
  @Benchmark
  public int fails() {
    throw new IllegalStateException("the pool\nis empty");
  }

  /** Prints, and lacks a prerequisite. */
  @Benchmark
  public int cannotRun(Picky picky) {
    return picky.hashCode();
  }

  /** Needs something that no machine has. */
  @State(Scope.Benchmark)
  public static class Picky {
    /** Throws because of the machine. */
    @Setup(Level.Trial)
    public void look() {
      System.out.println("Hello from the fork");
      throw new CannotRunException("this machine has no quantum memory, only "
          + (Runtime.getRuntime().maxMemory() >> 20) + " MB of heap");
    }
  }
}
