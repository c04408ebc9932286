package allocpool.flat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.workload.Generator;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HandleStoreTest {

  /** Compares with an array, whose slots follow the workload's definition. */
  @ParameterizedTest
  @EnumSource(Generator.Kind.class)
  void putsPacketsWhereTheGeneratorSays(Generator.Kind kind) {
    Generator places = kind.forStore();
    HandleStore store = new HandleStore(77, kind.forStore());
    int[] model = new int[77];
    Arrays.fill(model, Slab.NONE);
    for (int handle = 0; handle < 1000; handle++) {
      int place = (int) ((places.next() & Long.MAX_VALUE) % model.length);
      int expected = model[place];
      model[place] = handle;
      assertEquals(expected, store.exchange(handle));
      for (int i = 0; i < model.length; i++) {
        assertEquals(model[i], store.get(i), "place " + i);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Generator.Kind.class)
  void touchesThePacketThatItGivesNext(Generator.Kind kind) {
    HandleStore store = new HandleStore(77, kind.forStore());
    for (int handle = 0; handle < 1000; handle++) {
      TouchedHandles slab = new TouchedHandles();
      store.touchNext(slab);
      int given = store.exchange(handle);
      assertEquals(given == Slab.NONE ? List.of() : List.of(given), slab.touched);
    }
  }
}
