package allocpool.teaching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Lines and medians that can be computed by hand. */
class FitTest {
  @Test
  void pointsOnALineGiveTheLine() {
    Fit fit = Fit.line(new double[] {1, 2, 4}, new double[] {5, 7, 11});
    assertEquals(2, fit.slope, 1e-12);
    assertEquals(3, fit.intercept, 1e-12);
    assertEquals(1, fit.r2, 1e-12);
    assertEquals(23, fit.at(10), 1e-12);
  }

  @Test
  void leastSquaresByHand() {
    Fit fit = Fit.line(new double[] {0, 1, 2}, new double[] {1, 1, 3});
    assertEquals(1, fit.slope, 1e-12);
    assertEquals(2.0 / 3, fit.intercept, 1e-12);
    assertEquals(0.75, fit.r2, 1e-12);
  }

  @Test
  void aSpoiltSampleDoesNotMoveTheLine() {
    Fit fit = Fit.line(new TreeMap<>(Map.of(
        0.0, new double[] {0, 50, 1}, 2.0, new double[] {5, 3, 90})));
    assertEquals(2, fit.slope, 1e-12);
    assertEquals(1, fit.intercept, 1e-12);
  }

  @Test
  void whatDeterminesNoLineIsRefused() {
    assertThrows(IllegalArgumentException.class,
        () -> Fit.line(new double[] {1, 1}, new double[] {1, 2}));
    assertThrows(IllegalArgumentException.class,
        () -> Fit.line(new double[] {1, 2}, new double[] {1}));
    assertThrows(IllegalArgumentException.class, () -> Fit.line(new TreeMap<>()));
    assertThrows(IllegalArgumentException.class, () -> Fit.median());
  }

  @Test
  void medians() {
    assertEquals(3, Fit.median(9, 1, 3));
    assertEquals(2, Fit.median(3, 1));
  }
}
