package allocpool.flat.address;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Fetches lines by the native library {@code prefetch}, which must be loaded. The thread
 * does not wait for them. The call is critical: the thread remains in the Java state, and
 * the call costs little more than one from C to C.
 */
final class Prefetch extends LookAhead {
  // --8<-- [start:prefetch]
  private static final MethodHandle PREFETCH = find();

  @SuppressWarnings("restricted") // Calling native code is this class's purpose.
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
    } catch (Throwable e) { // declared by invokeExact; a C function throws nothing
      throw new AssertionError(e);
    }
  }
  // --8<-- [end:prefetch]

  private Prefetch() {}

  static LookAhead create() {
    return new Prefetch();
  }
}
