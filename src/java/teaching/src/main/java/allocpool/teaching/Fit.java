package allocpool.teaching;

import java.util.Arrays;
import java.util.SortedMap;

/** A least-squares line through points, and its goodness of fit. */
public final class Fit {
  /** The increase of y when x increases by one. */
  public final double slope;

  /** The line's y at x = 0. */
  public final double intercept;

  /**
   * The coefficient of determination, 0 to 1: the fraction of the variation in y that the
   * line explains. 1 if all points lie on it.
   */
  public final double r2;

  private Fit(double slope, double intercept, double r2) {
    this.slope = slope;
    this.intercept = intercept;
    this.r2 = r2;
  }

  /**
   * Fits a line.
   *
   * @throws IllegalArgumentException if the points do not determine a line: arrays of
   *     different lengths, or fewer than two different x
   */
  public static Fit line(double[] xs, double[] ys) {
    if (xs.length != ys.length) {
      throw new IllegalArgumentException(
          "there are " + xs.length + " x, but " + ys.length + " y");
    }
    double meanX = Arrays.stream(xs).average().orElse(0);
    double meanY = Arrays.stream(ys).average().orElse(0);
    double sxx = 0;
    double sxy = 0;
    double syy = 0;
    for (int i = 0; i < xs.length; i++) {
      sxx += (xs[i] - meanX) * (xs[i] - meanX);
      sxy += (xs[i] - meanX) * (ys[i] - meanY);
      syy += (ys[i] - meanY) * (ys[i] - meanY);
    }
    if (sxx == 0) {
      throw new IllegalArgumentException(
          "a line needs points with at least two different x");
    }
    double slope = sxy / sxx;
    double r2 = syy == 0 ? 1 : sxy * sxy / (sxx * syy);
    return new Fit(slope, meanY - slope * meanX, r2);
  }

  /**
   * Fits a line through the medians of the samples at each x, so that a single sample
   * spoilt by other activity on the machine does not move it.
   */
  public static Fit line(SortedMap<Double, double[]> samples) {
    return line(samples.keySet().stream().mapToDouble(x -> x).toArray(),
        samples.values().stream().mapToDouble(Fit::median).toArray());
  }

  /** Returns the line's y at an x. */
  public double at(double x) {
    return intercept + slope * x;
  }

  /** Returns the median: the middle value, or the mean of the two middle ones. */
  public static double median(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values have no median");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
