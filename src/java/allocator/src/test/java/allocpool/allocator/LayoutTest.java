package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

class LayoutTest {
  private static final int LINE = 128;

  /** The objects that a thread writes for each buffer. */
  @ParameterizedTest
  @ValueSource(classes = {BufferStack.class, BufferCache.class, Stripe.class})
  void fieldsComeBehindTheLinePadding(Class<?> type) {
    ClassLayout layout = ClassLayout.parseClass(type);
    List<FieldLayout> fields = layout.fields().stream()
        .filter(field -> !field.hostClass().equals(LinePadding.class.getName()))
        .collect(Collectors.toList());
    assertFalse(fields.isEmpty());
    for (FieldLayout field : fields) {
      assertTrue(field.offset() >= layout.headerSize() + LINE, field::toString);
    }
  }
}
