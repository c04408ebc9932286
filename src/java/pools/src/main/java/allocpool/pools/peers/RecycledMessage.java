package allocpool.pools.peers;

import allocpool.pools.Message;
import io.netty.util.Recycler;

/** A message that holds the handle to return it to Netty's recycler. */
final class RecycledMessage extends Message {
  private final Recycler.Handle<RecycledMessage> handle;

  RecycledMessage(int bytes, Recycler.Handle<RecycledMessage> handle) {
    super(bytes);
    this.handle = handle;
  }

  void recycle() {
    handle.recycle(this);
  }
}
