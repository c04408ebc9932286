package allocpool.queues.foreign;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import allocpool.queues.Binding;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * Critical calls: the thread remains in the Java state, which saves nearly all of a
 * call's cost. But a collector has to wait until the call returns, so the function must
 * be short and must not block.
 */
final class CriticalCalls extends ForeignBinding {
  private static final FunctionDescriptor NUMBER_TO_NUMBER =
      FunctionDescriptor.of(JAVA_LONG, JAVA_LONG);
  // --8<-- [start:critical-call]
  private static final Linker.Option CRITICAL = Linker.Option.critical(false);
  // Constants of this class, not fields of its base: the compiler inlines only these.
  private static final MethodHandle TAKE =
      Functions.find("take", NUMBER_TO_NUMBER, CRITICAL);
  private static final MethodHandle ECHO =
      Functions.find("echo", NUMBER_TO_NUMBER, CRITICAL);
  // --8<-- [end:critical-call]

  private CriticalCalls() {}

  static Binding create() {
    return new CriticalCalls();
  }

  @Override
  public long take(long handle) {
    try {
      return checked((long) TAKE.invokeExact(handle));
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  @Override
  public long echo(long value) {
    try {
      return (long) ECHO.invokeExact(value);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }
}
