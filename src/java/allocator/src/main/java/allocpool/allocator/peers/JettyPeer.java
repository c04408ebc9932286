package allocpool.allocator.peers;

import allocpool.allocator.Memory;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;

/** Jetty's pool, in the variant with power-of-two sizes, as ours. */
final class JettyPeer extends Peer {
  private static final int LARGEST = 256 * 1024;
  private static final int MOST_OF_A_SIZE = 1024;

  private final ByteBufferPool pool =
      new ArrayByteBufferPool.Quadratic(0, LARGEST, MOST_OF_A_SIZE);
  private final boolean direct;

  JettyPeer(Memory memory) {
    direct = memory == Memory.DIRECT;
  }

  @Override
  public int turns(int count, int size, byte[] payload) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      RetainableByteBuffer buffer = pool.acquire(size, direct);
      ByteBuffer bytes = buffer.getByteBuffer();
      bytes.clear(); // Jetty lends buffers that are ready to be read
      bytes.put(payload);
      sum += bytes.get(0);
      buffer.release();
    }
    return sum;
  }
}
