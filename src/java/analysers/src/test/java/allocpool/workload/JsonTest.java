package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void keepsTheOrderOfMembers() {
    assertEquals(
        "{\"b\":1,\"a\":null,\"c\":[1,true,\"x\"],\"d\":{\"e\":2.5},\"f\":[],\"g\":{}}",
        new Json().put("b", 1).put("a", null).put("c", List.of(1, true, "x"))
            .put("d", new Json().put("e", 2.5)).put("f", List.of()).put("g", new Json())
            .toString());
  }

  @Test
  void everyCharacterSurvives() throws IOException {
    StringBuilder all = new StringBuilder();
    for (char character = 0; character < 0xFFFF; character++) {
      if (!Character.isSurrogate(character)) {
        all.append(character);
      }
    }
    all.append("\uD83D\uDE00"); // and one outside the Basic Multilingual Plane
    String json = new Json().put("a\"\n", all.toString()).toString();
    JsonNode parsed = new ObjectMapper().readTree(json);
    assertEquals(all.toString(), parsed.path("a\"\n").textValue());
    assertEquals(1, json.lines().count(), "one line, whatever it says");
  }

  @Test
  void numbersSurvive() throws IOException {
    JsonNode parsed = new ObjectMapper().readTree(new Json()
        .put("tiny", 1e-9).put("huge", 1.7e300).put("long", Long.MIN_VALUE)
        .put("decimal", new BigDecimal("2.50")).toString());
    assertEquals(1e-9, parsed.path("tiny").doubleValue());
    assertEquals(1.7e300, parsed.path("huge").doubleValue());
    assertEquals(Long.MIN_VALUE, parsed.path("long").longValue());
    assertEquals(2.5, parsed.path("decimal").doubleValue());
    assertTrue(parsed.path("decimal").isNumber());
  }
}
