package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PauseKindTest {
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "Young (Allocation Failure)                          | young               | true",
    "Young (Normal) (G1 Evacuation Pause)                | young               | true",
    "Young (Concurrent Start) (G1 Humongous Allocation)  | young               | true",
    "Young (Prepare Mixed) (G1 Evacuation Pause)         | young               | true",
    "Young (Mixed) (G1 Preventive Collection)            | mixed               | true",
    "Young (Mixed) (G1 Evacuation Pause) (Evacuation Failure: Allocation)|mixed|true",
    "Full (Ergonomics)                                   | full                | true",
    "Full                                                | full                | true",
    "Initial Mark                                        | initial mark        | false",
    "Remark                                              | remark              | false",
    "Cleanup                                             | cleanup             | false",
    "Mark Start (Major)                                  | mark start          | false",
    "Relocate Start                                      | relocate start      | false",
    "Init Mark (Young)                                   | initial mark        | false",
    "Init Update Refs                                    | initial update refs | false",
    "Final Mark (process weakrefs)                       | final mark          | false",
    "Final Roots                                         | final roots         | false",
    "Degenerated GC (Outside of Cycle)                   | degenerated         | true",
    "Degenerated GC (Young) (Roots)                      | degenerated         | true",
    "Something New                                       | something new       | false",
  })
  void isShort(String inTheLog, String word, boolean collection) {
    assertEquals(word, PauseKind.shortWord(inTheLog));
    assertEquals(collection, PauseKind.isCollection(inTheLog));
  }
}
