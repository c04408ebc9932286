package exercise;

import expect.Expect;
import java.nio.charset.StandardCharsets;

/** For learning: the tables of short logs. The judge reads much longer ones. */
public final class PublicTest {
  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) {
    g1();
    serial();
    zgc();
    asksInTheMiddle();
    readsNoFurtherThanTheLine();
    forgets();
    Expect.done();
  }

  private static void read(PauseTable table, String... lines) {
    byte[] bytes = new byte[200];
    for (String line : lines) {
      byte[] text = line.getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(text, 0, bytes, 0, text.length);
      table.read(bytes, text.length);
    }
  }

  private static void g1() {
    PauseTable table = new PauseTable();
    read(table,
        "[0.012s][info][gc     ] Using G1",
        "[1.087s][info][gc,start    ] GC(31) Pause Young (Concurrent Start)"
            + " (G1 Evacuation Pause)",
        "[1.099s][info][gc,phases   ] GC(31)   Evacuate Collection Set: 1.59ms",
        "[1.099s][info][gc          ] GC(31) Pause Young (Concurrent Start)"
            + " (G1 Evacuation Pause) 26M->15M(32M) 1.944ms",
        "[1.099s][info][gc,cpu      ] GC(31) User=0.00s Sys=0.00s Real=0.00s",
        "[1.099s][info][gc          ] GC(32) Concurrent Mark Cycle",
        "[1.119s][info][gc,marking  ] GC(32) Concurrent Mark From Roots 19.343ms",
        "Pause for thought 5.000ms",
        "[1.121s][info][gc,start    ] GC(32) Pause Remark",
        "[1.122s][info][gc          ] GC(32) Pause Remark 17M->13M(32M) 1.662ms",
        "[1.139s][info][gc,start    ] GC(32) Pause Cleanup",
        "[1.139s][info][gc          ] GC(32) Pause Cleanup 14M->14M(32M) 0.065ms",
        "[1.139s][info][gc          ] GC(32) Concurrent Mark Cycle 40.526ms",
        "[2.003s][info][gc,start    ] GC(33) Pause Full (System.gc())",
        "[2.012s][info][gc          ] GC(33) Pause Full (System.gc()) 38M->13M(40M)"
            + " 9.013ms",
        "[2.012s][info][gc,cpu      ] GC(33) User=0.01s Sys=0.00s Real=0.01s");
    Expect.same("the number of pauses in G1's log", 4, table.pauses());
    Expect.same("young ones: remark and cleanup are neither", 1, table.young());
    Expect.same("full ones", 1, table.full());
    Expect.same("the longest pause, a full one", 9_013, table.longestMicros());
    Expect.same("the average of the four", 3_171, table.averageMicros());
    Expect.same("their share of two seconds", 6_342, table.sharePerMillion());
  }

  private static void serial() {
    PauseTable table = new PauseTable();
    read(table,
        "[0.369s][info][gc,start       ] GC(7) Pause Young (Allocation Failure)",
        "[0.369s][info][gc,start       ] GC(8) Pause Full (Allocation Failure)",
        "[0.372s][info][gc,phases      ] GC(8) Phase 1: Mark live objects 2.725ms",
        "[0.377s][info][gc             ] GC(8) Pause Full (Allocation Failure)"
            + " 22M->10M(27M) 7.683ms",
        "[0.377s][info][gc             ] GC(7) Pause Young (Allocation Failure)"
            + " 22M->10M(27M) 7.721ms",
        "[0.381s][info][gc,start       ] GC(9) Pause Young (Allocation Failure)",
        "[0.383s][info][gc             ] GC(9) Pause Young (Allocation Failure)"
            + " 17M->15M(27M) 2.117ms");
    Expect.same("pauses, when one had another one inside", 2, table.pauses());
    Expect.same("the longest, which is the outer one", 7_721, table.longestMicros());
    Expect.same("full ones, because the inner one was full", 1, table.full());
    Expect.same("young ones", 1, table.young());
    Expect.same("their average", 4_919, table.averageMicros());
  }

  private static void zgc() {
    PauseTable table = new PauseTable();
    read(table,
        "[1.561s][info][gc          ] GC(90) Major Collection (Allocation Rate)",
        "[1.561s][info][gc,phases   ] GC(90) Y: Pause Mark Start (Major) 0.007ms",
        "[1.563s][info][gc,phases   ] GC(90) Y: Concurrent Mark 2.275ms",
        "[1.563s][info][gc,phases   ] GC(90) Y: Pause Mark End 0.008ms",
        "[1.564s][info][gc,phases   ] GC(90) Y: Pause Relocate Start 0.004ms",
        "[1.572s][info][gc          ] Allocation Stall (main) 3.751ms",
        "[1.576s][info][gc,phases   ] GC(90) O: Pause Mark End 0.011ms",
        "[1.587s][info][gc          ] GC(90) Major Collection (Allocation Rate)"
            + " 66M(69%)->50M(52%) 0.026s");
    Expect.same("the number of ZGC's pauses", 4, table.pauses());
    Expect.same("young collections among them", 0, table.young());
    Expect.same("the longest", 11, table.longestMicros());
    Expect.same("the average, rounded down", 7, table.averageMicros());
    Expect.same("their share of 26 ms", 1_153, table.sharePerMillion());
  }

  private static void asksInTheMiddle() {
    PauseTable table = new PauseTable();
    Expect.same("the average of no pauses", 0, table.averageMicros());
    read(table, "[0.369s][info][gc,start] GC(7) Pause Young (Allocation Failure)");
    Expect.same("pauses while the first one goes on", 0, table.pauses());
    Expect.same("the share of no time", 0, table.sharePerMillion());
    read(table,
        "[0.369s][info][gc,start] GC(8) Pause Full (Allocation Failure)",
        "[0.377s][info][gc] GC(8) Pause Full (Allocation Failure) 22M->10M(27M) 7.683ms");
    Expect.same("pauses when only the inner one has ended", 0, table.pauses());
  }

  private static void readsNoFurtherThanTheLine() {
    PauseTable table = new PauseTable();
    read(table,
        "[0.500s][info][gc,start] GC(1) Pause Young (Allocation Failure)",
        "[0.502s][info][gc] GC(1) Pause Young (Allocation Failure) 9M->1M(27M) 1.500ms",
        "",
        "[0.502s][info][gc,cpu] GC(1)",
        "[0.600s]");
    Expect.same("pauses, when later lines are shorter", 1, table.pauses());
  }

  private static void forgets() {
    PauseTable table = new PauseTable();
    read(table,
        "[0.500s][info][gc,start] GC(1) Pause Young (Allocation Failure)",
        "[0.502s][info][gc] GC(1) Pause Young (Allocation Failure) 9M->1M(27M) 1.500ms",
        "[0.600s][info][gc,start] GC(2) Pause Young (Allocation Failure)");
    table.clear();
    Expect.same("pauses of a log that is cleared", 0, table.pauses());
    Expect.same("the longest of none", 0, table.longestMicros());
    read(table,
        "[5.000s][info][gc,start] GC(0) Pause Full (Ergonomics)",
        "[5.010s][info][gc] GC(0) Pause Full (Ergonomics) 33M->3M(31M) 9.500ms");
    Expect.same("pauses of the next log", 1, table.pauses());
    Expect.same("their share of its ten milliseconds", 950_000, table.sharePerMillion());
  }
}
