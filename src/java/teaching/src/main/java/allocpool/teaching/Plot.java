package allocpool.teaching;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A plot of measured points with their spread, and of lines. Both axes begin at zero, so
 * that proportional data looks proportional.
 */
public final class Plot implements Rich {
  private static final double WIDTH = 660;
  private static final double HEIGHT = 380;
  private static final double LEFT = 64;
  private static final double RIGHT = 16;
  private static final double TOP = 50;
  private static final double BOTTOM = 48;
  private static final String[] COLOURS = {Svg.BLUE, Svg.ORANGE, Svg.GREEN, Svg.VIOLET};

  private final String title;
  private final String xLabel;
  private final String yLabel;
  private final Map<String, List<double[]>> series = new LinkedHashMap<>();
  private final Map<String, Fit> fits = new LinkedHashMap<>();
  private boolean joined;

  /** Makes an empty plot; the labels name the quantity and its unit. */
  public Plot(String title, String xLabel, String yLabel) {
    this.title = title;
    this.xLabel = xLabel;
    this.yLabel = yLabel;
  }

  /**
   * Adds one point of a series: a mark at the samples' median, and a bar from the
   * smallest to the largest.
   *
   * @param name the series; there can be four
   * @param x zero or more
   * @param samples one or more, each zero or more
   */
  public Plot point(String name, double x, double... samples) {
    double low = Arrays.stream(samples).min().orElseThrow(() ->
        new IllegalArgumentException(name + " at " + x + " has no samples"));
    double high = Arrays.stream(samples).max().getAsDouble();
    if (!(x >= 0 && low >= 0) || Double.isInfinite(x) || Double.isInfinite(high)) {
      throw new IllegalArgumentException("a point needs numbers of zero or more, not ("
          + x + ", " + Arrays.toString(samples) + ")");
    }
    if (!series.containsKey(name) && series.size() == COLOURS.length) {
      throw new IllegalArgumentException("a plot has " + COLOURS.length
          + " series at most: " + name + " would be one more than " + series.keySet());
    }
    series.computeIfAbsent(name, unused -> new ArrayList<>())
        .add(new double[] {x, Fit.median(samples), low, high});
    return this;
  }

  /** Draws a fitted line, dashed, in the colour of a series that has points. */
  public Plot fit(String name, Fit fit) {
    if (!series.containsKey(name)) {
      throw new IllegalArgumentException(
          "there is no series " + name + ": there are " + series.keySet());
    }
    fits.put(name, fit);
    return this;
  }

  /** Joins the points of each series with lines. */
  public Plot joined() {
    joined = true;
    return this;
  }

  @Override
  public String html() {
    double maxX = niceMaximum(0);
    double maxY = niceMaximum(3);
    Svg svg = new Svg();
    svg.text(WIDTH / 2, 18, title, "fill", Svg.INK, "text-anchor", "middle", "font-size",
        14, "font-weight", "bold");
    drawAxes(svg, maxX, maxY);
    int index = 0;
    for (Map.Entry<String, List<double[]>> entry : series.entrySet()) {
      Fit fit = fits.get(entry.getKey());
      if (fit != null) {
        drawFit(svg, fit, maxX, maxY, COLOURS[index]);
      }
      drawSeries(svg, entry.getValue(), index, maxX, maxY);
      index++;
    }
    drawLegend(svg);
    return svg.finish(WIDTH, HEIGHT, title + ": " + yLabel + " over " + xLabel);
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(title);
    text.append("\n  x: ").append(xLabel).append("\n  y: ").append(yLabel)
        .append(", median (smallest to largest)");
    series.forEach((name, points) -> {
      text.append("\n  ").append(name).append(':');
      for (double[] p : points) {
        text.append(String.format(Locale.ROOT, "%n    %10s: %s (%s to %s)",
            Svg.number(p[0]), Svg.number(p[1]), Svg.number(p[2]), Svg.number(p[3])));
      }
    });
    return text.toString();
  }

  private void drawAxes(Svg svg, double maxX, double maxY) {
    double stepX = niceStep(maxX);
    double stepY = niceStep(maxY);
    for (int i = 0; i * stepX <= maxX * 1.0001; i++) {
      svg.line(x(i * stepX, maxX), TOP, x(i * stepX, maxX), HEIGHT - BOTTOM, "stroke",
          Svg.INK, "opacity", i == 0 ? 0.9 : 0.12);
      svg.text(x(i * stepX, maxX), HEIGHT - BOTTOM + 16, Svg.number(i * stepX), "fill",
          Svg.INK, "text-anchor", "middle");
    }
    for (int i = 0; i * stepY <= maxY * 1.0001; i++) {
      svg.line(LEFT, y(i * stepY, maxY), WIDTH - RIGHT, y(i * stepY, maxY), "stroke",
          Svg.INK, "opacity", i == 0 ? 0.9 : 0.12);
      svg.text(LEFT - 6, y(i * stepY, maxY) + 4, Svg.number(i * stepY), "fill", Svg.INK,
          "text-anchor", "end");
    }
    svg.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, xLabel, "fill", Svg.INK,
        "text-anchor", "middle");
    double middle = (TOP + HEIGHT - BOTTOM) / 2;
    svg.text(14, middle, yLabel, "fill", Svg.INK, "text-anchor", "middle", "transform",
        "rotate(-90 14 " + Svg.number(middle) + ")");
  }

  private void drawSeries(
      Svg svg, List<double[]> points, int index, double maxX, double maxY) {
    String colour = COLOURS[index];
    double[] last = null;
    for (double[] p : points) {
      double px = x(p[0], maxX);
      svg.line(px, y(p[2], maxY), px, y(p[3], maxY), "stroke", colour, "stroke-width", 2,
          "opacity", 0.6);
      if (joined && last != null) {
        svg.line(x(last[0], maxX), y(last[1], maxY), px, y(p[1], maxY), "stroke", colour,
            "stroke-width", 1.5);
      }
      mark(svg, px, y(p[1], maxY), index);
      last = p;
    }
  }

  private void drawFit(Svg svg, Fit fit, double maxX, double maxY, String colour) {
    // The part of the line inside the axes.
    double first = fit.at(0) < 0 ? -fit.intercept / fit.slope : 0;
    double last = fit.at(maxX) > maxY ? (maxY - fit.intercept) / fit.slope : maxX;
    if (fit.at(maxX) < 0) {
      last = -fit.intercept / fit.slope;
    }
    svg.line(x(first, maxX), y(fit.at(first), maxY), x(last, maxX), y(fit.at(last), maxY),
        "stroke", colour, "stroke-width", 1.5, "stroke-dasharray", "6 4", "opacity", 0.8);
  }

  private void drawLegend(Svg svg) {
    double at = LEFT;
    int index = 0;
    for (String name : series.keySet()) {
      mark(svg, at + 6, 36, index++);
      svg.text(at + 16, 40, name, "fill", Svg.INK);
      at += 34 + 6.8 * name.length();
    }
  }

  /** Each series has its own shape: not every reader can distinguish the colours. */
  private static void mark(Svg svg, double x, double y, int index) {
    String colour = COLOURS[index];
    if (index == 0) {
      svg.element("circle", "cx", x, "cy", y, "r", 4.5, "fill", colour);
    } else if (index == 1) {
      svg.element("rect", "x", x - 4, "y", y - 4, "width", 8, "height", 8, "fill",
          colour);
    } else {
      double tip = index == 2 ? -6 : 6;
      svg.element("polygon", "points", Svg.number(x) + "," + Svg.number(y + tip) + " "
          + Svg.number(x - 5) + "," + Svg.number(y - tip * 0.7) + " " + Svg.number(x + 5)
          + "," + Svg.number(y - tip * 0.7), "fill", colour);
    }
  }

  private double niceMaximum(int column) {
    double largest = 0;
    for (List<double[]> points : series.values()) {
      for (double[] p : points) {
        largest = Math.max(largest, p[column]);
      }
    }
    if (largest == 0) {
      return 1;
    }
    double step = niceStep(largest);
    return step * Math.ceil(largest * 1.03 / step);
  }

  /** One, two or five times a power of ten, so that an axis has four to ten steps. */
  private static double niceStep(double maximum) {
    double power = Math.pow(10, Math.floor(Math.log10(maximum)));
    double leading = maximum / power;
    if (leading < 2) {
      return power / 5;
    }
    return leading < 5 ? power / 2 : power;
  }

  private static double x(double value, double maximum) {
    return LEFT + value / maximum * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double value, double maximum) {
    return HEIGHT - BOTTOM - value / maximum * (HEIGHT - TOP - BOTTOM);
  }
}
