package allocpool.flat.address;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Has the lines fetched by the library {@code prefetch}, which has to be loaded. Nobody
 * waits for them. The call is critical: the thread goes on to count as one that runs
 * Java, and it costs little more than a call from C to C.
 */
final class Prefetch extends LookAhead {
  // --8<-- [start:prefetch]
  private static final MethodHandle PREFETCH = find();

  @SuppressWarnings("restricted") // To call native code is what this class is for.
  private static MethodHandle find() {
    return Linker.nativeLinker().downcallHandle(
        SymbolLookup.loaderLookup().findOrThrow("allocpool_prefetch"),
        FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
        Linker.Option.critical(false));
  }

  @Override
  void fetch(long names, int count) {
    try {
      PREFETCH.invokeExact(names, (long) count);
    } catch (Throwable e) { // as invokeExact declares it; a call of C throws nothing
      throw new AssertionError(e);
    }
  }
  // --8<-- [end:prefetch]

  private Prefetch() {}

  static LookAhead create() {
    return new Prefetch();
  }
}
