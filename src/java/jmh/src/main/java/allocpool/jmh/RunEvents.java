package allocpool.jmh;

import allocpool.bench.BenchReport;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/** Reports JMH's results in the bench's format. */
final class RunEvents {
  private RunEvents() {}

  /** Reports a run in mode SampleTime: the percentiles of the timed operations. */
  static void sampled(RunResult run, BenchReport report) {
    Statistics times = run.getPrimaryResult().getStatistics();
    report.percentiles("latency", "ns", times.getN(), times::getPercentile);
  }

  /**
   * Reports a run in mode AverageTime with the profiler gc: the mean of its iterations,
   * and JMH's error computed from them, half of a 99.9 % confidence interval. That covers
   * iterations in one process; only several processes show how far processes differ.
   */
  static void averaged(RunResult run, BenchReport report) {
    ObjectNode iterations = BenchReport.object()
        .put("error", BenchReport.decimal(run.getPrimaryResult().getScoreError()));
    ArrayNode samples = iterations.putArray("samples");
    double operations = 0;
    for (IterationResult iteration : run.getAggregatedResult().getIterationResults()) {
      samples.add(BenchReport.decimal(iteration.getPrimaryResult().getScore()));
      operations += iteration.getMetadata().getMeasuredOps();
    }
    long count = (long) operations;
    report.result(
        "ns_per_op", "ns", run.getPrimaryResult().getScore(), count, iterations);
    if (Double.isNaN(profiled(run, "gc.alloc.rate", Double.NaN))) {
      report.skipped("alloc_bytes_per_op",
          "this virtual machine does not tell what its threads allocate");
    } else {
      report.result(
          "alloc_bytes_per_op", "B", profiled(run, "gc.alloc.rate.norm", 0), count);
    }
    report.result("gc_count", "collections", profiled(run, "gc.count", 0), count);
    report.result("gc_time_ms", "ms", profiled(run, "gc.time", 0), count);
  }

  /** Returns a profiler's value; it omits events that did not occur. */
  private static double profiled(RunResult run, String name, double otherwise) {
    Result<?> found = run.getSecondaryResults().get(name);
    return found == null ? otherwise : found.getScore();
  }
}
