package allocpool.queues.foreign;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import allocpool.queues.Binding;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * Calls without leave: the thread goes on to count as one that runs Java code, which
 * saves nearly all that a call costs. So a collector has to wait for its return, and a
 * function that is called like this must be short and never wait.
 */
final class CriticalCalls extends ForeignBinding {
  private static final FunctionDescriptor NUMBER_TO_NUMBER =
      FunctionDescriptor.of(JAVA_LONG, JAVA_LONG);
  // --8<-- [start:critical-call]
  private static final Linker.Option CRITICAL = Linker.Option.critical(false);
  // Constants of this class, not fields of its base: only these does the compiler inline.
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
