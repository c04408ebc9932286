package allocpool.flat.address;

import static org.junit.jupiter.api.Assertions.assertEquals;

import allocpool.workload.Generator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AddressStoreTest {
  private static final int LENGTH = 77;

  private final Mapping mapping = Mapping.of(1, false);
  private final long memory = mapping.part((LENGTH + 2) * Memory.WORD_BYTES);

  @AfterEach
  void unmap() {
    mapping.close();
  }

  /** Compares with an array, whose slots follow the workload's definition. */
  @ParameterizedTest
  @EnumSource(Generator.Kind.class)
  void putsPacketsWhereTheGeneratorSays(Generator.Kind kind) {
    Generator places = kind.forStore();
    AddressStore store = new AddressStore(memory, LENGTH, kind.forStore());
    long[] model = new long[LENGTH];
    for (long packet = 1; packet <= 1000; packet++) {
      int place = (int) ((places.next() & Long.MAX_VALUE) % model.length);
      long expected = model[place];
      model[place] = packet;
      assertEquals(expected, store.exchange(packet));
      for (int i = 0; i < model.length; i++) {
        assertEquals(model[i], store.get(i), "place " + i);
      }
    }
  }

  /** The slot of the next exchange but one, and the packet that the next one returns. */
  @ParameterizedTest
  @EnumSource(Generator.Kind.class)
  void fetchesWhatTheNextExchangesNeed(Generator.Kind kind) {
    Generator places = kind.forStore();
    places.next();
    AddressStore store = new AddressStore(memory, LENGTH, kind.forStore());
    for (long packet = 1; packet <= 1000; packet++) {
      FetchedLines ahead = new FetchedLines();
      store.fetchNext(ahead);
      List<Long> expected = new ArrayList<>();
      long place = (places.next() & Long.MAX_VALUE) % LENGTH;
      expected.add(memory + place * Memory.WORD_BYTES);
      long given = store.exchange(packet);
      if (given != Memory.NOWHERE) {
        expected.add(given);
      }
      assertEquals(expected, ahead.fetched);
    }
  }
}
