package allocpool.allocator;

/**
 * Unused memory in front of a subclass's fields: two cache lines on most machines, or one
 * of the longest. So the words that a thread writes in its own cache share no line with
 * another thread's, wherever a collector places the objects. There is no padding behind
 * the last field: we assume that no object which another thread writes in its loop lies
 * there. Handles and buffers are not padded in this way.
 *
 * <p>A superclass's fields come first, unless they leave a gap where a smaller one fits;
 * the first one here fills the gap behind a header of twelve bytes.
 *
 * <p>The module of tick queues has the same class, public. An allocator for others to use
 * should not need a module of queues, or of paddings, for twenty lines.
 */
abstract class LinePadding {
  private int gap;
  private long p00;
  private long p01;
  private long p02;
  private long p03;
  private long p04;
  private long p05;
  private long p06;
  private long p07;
  private long p08;
  private long p09;
  private long p10;
  private long p11;
  private long p12;
  private long p13;
  private long p14;
  private long p15;
}
