package allocpool.allocator;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Tells whether a thread is virtual, in a way that also runs on JDK 11, which has none.
 * The method is looked up once; a constant method handle is inlined into its caller.
 */
final class VirtualThreads {
  // --8<-- [start:is-virtual]
  private static final MethodHandle IS_VIRTUAL = isVirtual();

  private static MethodHandle isVirtual() {
    try {
      return MethodHandles.publicLookup().findVirtual(
          Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (NoSuchMethodException older) {
      MethodHandle never = MethodHandles.constant(boolean.class, false);
      return MethodHandles.dropArguments(never, 0, Thread.class);
    } catch (IllegalAccessException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /** Returns true if the calling thread is virtual. */
  static boolean isCurrent() {
    try {
      return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }
  // --8<-- [end:is-virtual]

  private VirtualThreads() {}
}
