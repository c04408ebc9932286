package allocpool.queues.foreign;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import allocpool.queues.Binding;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * Default calls: the thread tells the virtual machine that it leaves, so that a collector
 * need not wait for it, and checks on return whether it may continue.
 */
final class OrdinaryCalls extends ForeignBinding {
  private static final FunctionDescriptor NUMBER_TO_NUMBER =
      FunctionDescriptor.of(JAVA_LONG, JAVA_LONG);
  // Constants of this class, not fields of its base: the compiler inlines only these.
  private static final MethodHandle TAKE = Functions.find("take", NUMBER_TO_NUMBER);
  private static final MethodHandle ECHO = Functions.find("echo", NUMBER_TO_NUMBER);

  private OrdinaryCalls() {}

  static Binding create() {
    return new OrdinaryCalls();
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
