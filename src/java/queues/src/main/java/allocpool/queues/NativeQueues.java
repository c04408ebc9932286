package allocpool.queues;

import java.nio.ByteBuffer;

/**
 * The library's functions by JNI. c_api.h specifies them; Java errors stand for its error
 * codes. {@link QueueLibrary#load()} must be called first.
 */
final class NativeQueues {
  private NativeQueues() {}

  static native long start0(
      int kind, ByteBuffer memory, int capacity, long intervalPicoseconds,
      int ticksPerBeat, int firstTick);

  static native void stop0(long handle);

  static native long longestStallNanos0(long handle, boolean reset);

  static native long bytes0(int kind, int capacity);

  static native int offset0(int kind, int which, int capacity);

  static native long take0(long handle);

  static native long echo0(long value);
}
