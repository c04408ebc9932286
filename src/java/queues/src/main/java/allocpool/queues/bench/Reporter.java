package allocpool.queues.bench;

import allocpool.bench.BenchReport;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Reports results about queues. */
final class Reporter {
  private final BenchReport report;

  Reporter(PrintStream out) {
    this.report = new BenchReport("queue-java", out);
  }

  void start(BenchOptions options, Set<Measure> measures) {
    report.start(options.queue + "/" + options.binding, BenchReport.object()
        .put("queue", options.queue)
        .put("binding", options.binding)
        .put("measure",
            measures.stream().map(Measure::label).collect(Collectors.joining(",")))
        .put("capacity", options.capacity)
        .put("seconds", BenchReport.decimal(options.seconds()))
        .put("processors", Runtime.getRuntime().availableProcessors()));
  }

  /**
   * Reports a result.
   *
   * @param metric the measure's name in results
   * @param unit the value's unit
   * @param value the mean or the median
   * @param count the number of observations
   */
  void result(String metric, String unit, double value, long count) {
    report.result(metric, unit, value, count);
  }

  /** Reports a search that found an interval. */
  void interval(String metric, IntervalSearch search) {
    ObjectNode more = BenchReport.object()
        .put("sent", search.sent())
        .put("lost", search.lost())
        .put("stalled_windows", search.stalledWindows());
    more.putObject("stalls")
        .put("producer_ns", search.producerStallNs())
        .put("consumer_ns", search.consumerStallNs());
    report.result(metric, "ns", search.bestNs(), search.windows(), more);
  }

  /** Reports individually measured times. */
  void percentiles(String metric, String unit, Histogram times) {
    report.percentiles(metric, unit, times.getTotalCount(), percentile ->
        percentile == 0 ? times.getMinValue() : times.getValueAtPercentile(percentile));
  }

  void skipped(String metric, String reason) {
    report.skipped(metric, reason);
  }

  void end() {
    report.end();
  }
}
