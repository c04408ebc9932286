package allocpool.queues.foreign;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * Finds functions of the library {@code queues}, which has to be loaded.
 *
 * <p>Whoever wants a quick call keeps its handle in a constant: only then is the call
 * compiled into its caller.
 */
final class Functions {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup LIBRARY = SymbolLookup.loaderLookup();

  private Functions() {}

  /**
   * Makes a handle.
   *
   * @param name of the function in c_api.h, without the prefix of all of them
   * @param type what it takes and returns
   * @param options how it is called
   * @return a handle of that type, which throws nothing
   */
  @SuppressWarnings("restricted") // To call native code is what this class is for.
  static MethodHandle find(
      String name, FunctionDescriptor type, Linker.Option... options) {
    return LINKER.downcallHandle(
        LIBRARY.findOrThrow("allocpool_queue_" + name), type, options);
  }
}
