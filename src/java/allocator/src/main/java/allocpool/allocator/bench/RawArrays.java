package allocpool.allocator.bench;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Uninitialised arrays, which hold whatever was in their memory before. The JDK does not
 * export the method, for good reasons:
 * {@code --add-exports java.base/jdk.internal.misc=ALL-UNNAMED} is needed.
 */
final class RawArrays {
  private static final MethodHandle ALLOCATE = find();

  private RawArrays() {}

  /**
   * Allocates an array.
   *
   * @param bytes its length
   * @return an uninitialised array
   */
  static byte[] allocate(int bytes) {
    try {
      return (byte[]) ALLOCATE.invokeExact(bytes);
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Returns a handle of type (int)byte[]; kept in a constant, so that it is inlined. */
  private static MethodHandle find() {
    try {
      Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Object instance = lookup
          .findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
      MethodHandle any = lookup.findVirtual(unsafe, "allocateUninitializedArray",
          MethodType.methodType(Object.class, Class.class, int.class));
      return MethodHandles.insertArguments(any, 0, instance, byte.class)
          .asType(MethodType.methodType(byte[].class, int.class));
    } catch (Throwable refused) {
      throw new IllegalStateException("arrays cannot be had uncleared; does this virtual"
          + " machine run with --add-exports"
          + " java.base/jdk.internal.misc=ALL-UNNAMED?", refused);
    }
  }
}
