package allocpool.queues.foreign;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * Finds functions of the native library {@code queues}, which must be loaded.
 *
 * <p>For a fast call, keep its handle in a constant: only then is the call inlined into
 * its caller.
 */
final class Functions {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup LIBRARY = SymbolLookup.loaderLookup();

  private Functions() {}

  /**
   * Makes a handle.
   *
   * @param name the function's name in c_api.h, without the common prefix
   * @param type its parameters and result
   * @param options the way to call it
   * @return a handle of that type, which throws nothing
   */
  @SuppressWarnings("restricted") // Calling native code is this class's purpose.
  static MethodHandle find(
      String name, FunctionDescriptor type, Linker.Option... options) {
    return LINKER.downcallHandle(
        LIBRARY.findOrThrow("allocpool_queue_" + name), type, options);
  }
}
