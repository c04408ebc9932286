package allocpool.allocator.bench;

/** A small object with references, as heaps typically contain. */
final class Node {
  /** The number of nodes in a megabyte, with four-byte references. */
  static final int PER_MB = (1 << 20) / 24;

  private final Node left;
  private final Node right;

  private Node(Node left, Node right) {
    this.left = left;
    this.right = right;
  }

  /**
   * Makes a balanced tree.
   *
   * @param nodes how many, 0 or more
   * @return its root; null if it has no nodes
   */
  static Node tree(int nodes) {
    if (nodes == 0) {
      return null;
    }
    int onTheLeft = (nodes - 1) / 2;
    return new Node(tree(onTheLeft), tree(nodes - 1 - onTheLeft));
  }
}
