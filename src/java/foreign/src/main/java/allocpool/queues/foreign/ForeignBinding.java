package allocpool.queues.foreign;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import allocpool.queues.Binding;
import allocpool.queues.Block;
import allocpool.queues.Pace;
import allocpool.queues.Words;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The library called by foreign functions, with segments as memory. Subclasses implement
 * the measured calls.
 *
 * <p>A segment's arena is shared, not confined to the reading thread, because another
 * thread cleans up a forgotten queue. A freed segment throws an
 * {@link IllegalStateException} when it is used.
 */
abstract class ForeignBinding extends Binding {
  private static final int CACHE_LINE = 128; // the longest on the machines we know
  private static final int LONGEST_MESSAGE = 256;

  /** Errors from c_api.h. */
  private static final int BAD_ARGUMENT = -2;

  private static final int NO_MEMORY = -3;

  private static final MethodHandle START = Functions.find("start", FunctionDescriptor.of(
      JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT));
  private static final MethodHandle STOP =
      Functions.find("stop", FunctionDescriptor.ofVoid(JAVA_LONG));
  private static final MethodHandle LONGEST_STALL = Functions.find(
      "longest_stall_nanos", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT));
  private static final MethodHandle BYTES = Functions.find(
      "bytes", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG));
  private static final MethodHandle OFFSET = Functions.find(
      "offset", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle ERROR =
      Functions.find("error", FunctionDescriptor.of(ADDRESS));

  @Override
  public final long bytes(int kind, int capacity) {
    try {
      return checked((long) BYTES.invokeExact(kind, (long) capacity));
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  @Override
  public final int offset(int kind, int which, int capacity) {
    try {
      return (int) checked((long) OFFSET.invokeExact(kind, which, (long) capacity));
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  @Override
  public final Block allocate(long bytes) {
    Arena arena = Arena.ofShared();
    try {
      return new SegmentBlock(arena, arena.allocate(bytes, CACHE_LINE));
    } catch (RuntimeException | OutOfMemoryError e) {
      arena.close();
      throw e;
    }
  }

  @Override
  public final void stop(long handle) {
    try {
      STOP.invokeExact(handle);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  @Override
  public final long longestStallNanos(long handle, boolean reset) {
    try {
      return checked((long) LONGEST_STALL.invokeExact(handle, reset ? 1 : 0));
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /**
   * Turns an error into an exception. It must be the thread's next call of the library.
   *
   * @param result a function's result
   * @return the same, if it is not an error
   */
  static long checked(long result) {
    if (result < -1) {
      throw failure(result);
    }
    return result;
  }

  private static RuntimeException failure(long code) {
    String message = lastError();
    if (code == BAD_ARGUMENT) {
      return new IllegalArgumentException(message);
    }
    if (code == NO_MEMORY) {
      throw new OutOfMemoryError(message);
    }
    return new IllegalStateException(message);
  }

  @SuppressWarnings("restricted") // The library guarantees this maximum length.
  private static String lastError() {
    try {
      MemorySegment text = (MemorySegment) ERROR.invokeExact();
      return text.reinterpret(LONGEST_MESSAGE).getString(0);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** Converts what a handle is declared to throw; a native function throws nothing. */
  static RuntimeException rethrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      return exception;
    }
    return new IllegalStateException(failure);
  }

  private static final class SegmentBlock extends Block {
    private final Arena arena;
    private final MemorySegment memory;

    SegmentBlock(Arena arena, MemorySegment memory) {
      this.arena = arena;
      this.memory = memory;
    }

    @Override
    public Words words() {
      return SegmentWords.of(memory);
    }

    @Override
    public long start(int kind, int capacity, Pace pace, int firstTick) {
      try {
        return checked((long) START.invokeExact(
            kind, memory, memory.byteSize(), (long) capacity, pace.beatPicoseconds(),
            pace.ticksPerBeat(), firstTick));
      } catch (Throwable e) {
        throw rethrown(e);
      }
    }

    @Override
    public void free() {
      arena.close();
    }
  }
}
