package allocpool.teaching;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The decision guide of chapter 17. Its rules are data in decision.json, which the
 * command and the page "Decide" read, too. Unknown values are null, and so is everything
 * computed from them; an unknown condition does not hold.
 */
public final class Rules {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern GAP = Pattern.compile("\\{(\\w+):(\\w+)\\}");
  private static final JsonNode DATA = read();

  private final Map<String, Object> values;

  private Rules(Map<String, Object> values) {
    this.values = values;
  }

  /**
   * Evaluates the rules.
   *
   * @param known the known facts about a program, by their names in decision.json
   */
  public static Rules of(Map<String, Double> known) {
    Map<String, Object> values = new LinkedHashMap<>(known);
    for (JsonNode formula : DATA.path("formulas")) {
      values.put(formula.get(0).textValue(), value(formula.get(1), values));
    }
    return new Rules(values);
  }

  /** Returns the round number used for a price that was not measured, in ns. */
  public static double roundPrice(String name) {
    for (JsonNode price : DATA.path("prices")) {
      if (price.path("name").textValue().equals(name)) {
        return price.path("start").doubleValue();
      }
    }
    throw new IllegalArgumentException("decision.json has no price " + name);
  }

  /** Returns a formula's value; null if too little is known. */
  public Double number(String name) {
    return (Double) values.get(name);
  }

  /** Returns the verdict as a sentence; null if too little is known. */
  public String verdict() {
    JsonNode found = foundVerdict();
    return found == null ? null : say(found);
  }

  /** Returns all further advice, one sentence each. */
  public List<String> advice() {
    List<String> said = new ArrayList<>();
    for (JsonNode rule : DATA.path("advice")) {
      if (holds(rule.path("when"), values)) {
        said.add(say(rule));
      }
    }
    return said;
  }

  private JsonNode foundVerdict() {
    if (values.get("middle") != null) {
      for (JsonNode rule : DATA.path("verdicts")) {
        if (holds(rule.path("when"), values)) {
          return rule;
        }
      }
    }
    return null;
  }

  private static JsonNode read() {
    try (InputStream in = Rules.class.getResourceAsStream("/decision.json")) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- expressions ---------------------------------------------------------------

  private static boolean holds(JsonNode condition, Map<String, Object> values) {
    Object found = value(condition, values);
    return found != null && !found.equals(false) && !found.equals(0.0);
  }

  private static Object value(JsonNode one, Map<String, Object> values) {
    if (one.isTextual()) {
      return values.get(one.textValue());
    }
    if (!one.isArray()) {
      return one.isNull() ? null : (Object) one.doubleValue();
    }
    switch (one.get(0).textValue()) {
      case "if":
        return value(one.get(holds(one.get(1), values) ? 2 : 3), values);
      case "known":
        return value(one.get(1), values) != null;
      case "not":
        return !holds(one.get(1), values);
      case "and":
      case "or":
        boolean any = one.get(0).textValue().equals("or");
        for (int i = 1; i < one.size(); i++) {
          if (holds(one.get(i), values) == any) {
            return any;
          }
        }
        return !any;
      default:
        return computed(one, values);
    }
  }

  private static Object computed(JsonNode one, Map<String, Object> values) {
    double[] all = new double[one.size() - 1];
    for (int i = 0; i < all.length; i++) {
      Object found = value(one.get(i + 1), values);
      if (found == null) {
        return null;
      }
      all[i] = (Double) found;
    }
    double result = all[0];
    switch (one.get(0).textValue()) {
      case "<": return all[0] < all[1];
      case "<=": return all[0] <= all[1];
      case ">": return all[0] > all[1];
      case ">=": return all[0] >= all[1];
      case "-": return all[0] - all[1];
      case "/": return all[1] == 0 ? null : (Object) (all[0] / all[1]);
      case "sqrt": return Math.sqrt(all[0]);
      default: break;
    }
    for (int i = 1; i < all.length; i++) {
      result = combined(one.get(0).textValue(), result, all[i]);
    }
    return result;
  }

  private static double combined(String operator, double one, double other) {
    switch (operator) {
      case "+": return one + other;
      case "*": return one * other;
      case "min": return Math.min(one, other);
      case "max": return Math.max(one, other);
      default: throw new IllegalStateException("decision.json: no operator " + operator);
    }
  }

  // ---- numbers in sentences ------------------------------------------------------

  private String say(JsonNode rule) {
    Matcher gap = GAP.matcher(rule.path("say").textValue());
    return gap.replaceAll(one -> {
      Object found = values.get(one.group(1));
      return formatted(one.group(2), found == null ? 0 : (Double) found);
    });
  }

  private static String formatted(String format, double value) {
    switch (format) {
      case "ms":
        return value < 10_000 ? digits(value, 3) + " ms" : fixed(value / 1000, 1) + " s";
      case "percent":
        if (value > 0 && value < 1e-6) {
          return "less than 0.0001 %";
        }
        return value <= 1 ? digits(100 * value, 2) + " %" : "more than all";
      case "mb": return digits(value, 3) + " MB";
      case "times": return value == 1 ? "once" : fixed(value, 0) + " times";
      case "times_as_long": return fixed(100 * value, 0) + " %";
      default: return fixed(value, 0);
    }
  }

  private static String digits(double value, int count) {
    if (Math.abs(value) >= Math.pow(10, count - 1)) {
      return fixed(value, 0);
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(count, RoundingMode.HALF_EVEN));
    return value == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static String fixed(double value, int places) {
    BigDecimal rounded = new BigDecimal(value).setScale(places, RoundingMode.HALF_EVEN);
    return String.format(Locale.ROOT, "%,." + places + "f", rounded);
  }

  /** Answers cases, one JSON object per line, for the test that all readers agree. */
  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Double> known = new LinkedHashMap<>();
      JSON.readTree(line).properties().stream()
          .filter(one -> one.getValue().isNumber())
          .forEach(one -> known.put(one.getKey(), one.getValue().doubleValue()));
      Rules rules = of(known);
      JsonNode found = rules.foundVerdict();
      ObjectNode answer = JSON.createObjectNode();
      answer.set("verdict", found == null ? null : found.get("name"));
      ArrayNode said = answer.putArray("said");
      if (found != null) {
        said.add(rules.verdict());
      }
      rules.advice().forEach(said::add);
      answer.putArray("time")
          .add(rules.number("time_low"))
          .add(rules.number("time_high"));
      System.out.println(answer);
    }
  }
}
