package exercise;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;

/** Wraps each packet in a node of its own, which is found by the mark. */
public final class LifoPool {
  private sealed interface State permits Out, Free {}

  private record Out() implements State {}

  private record Free() implements State {}

  private static final State OUT = new Out();
  private static final State FREE = new Free();

  private static final class Node {
    final Packet packet;
    State state = FREE;
    Node below;

    Node(Packet packet) {
      this.packet = Objects.requireNonNull(packet);
    }
  }

  private final Node[] nodes;
  private Node top;

  public LifoPool(Packet[] packets) {
    nodes = Arrays.stream(packets).map(Node::new).toArray(Node[]::new);
    IntStream.range(0, nodes.length).forEach(i -> {
      nodes[i].packet.mark = i;
      nodes[i].below = top;
      top = nodes[i];
    });
  }

  public Packet take() {
    Node node = top;
    if (node == null) {
      return null;
    }
    top = node.below;
    node.state = OUT;
    return node.packet;
  }

  public boolean release(Packet packet) {
    if (packet == null || Integer.compareUnsigned(packet.mark, nodes.length) >= 0) {
      return false;
    }
    Node node = nodes[packet.mark];
    if (node.packet != packet) {
      return false;
    }
    if (!(node.state instanceof Out)) {
      return false;
    }
    node.state = FREE;
    node.below = top;
    top = node;
    return true;
  }
}
