package exercise;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Locale;

/** An ArrayDeque for a stack; it says what it does when it is made, and asserts a lot. */
public final class LifoPool {
  private static final boolean DEBUG = true;

  private enum State { FREE, OUT }

  private final ArrayDeque<Packet> stack;
  private final Packet[] byPlace;
  private final State[] states;

  public LifoPool(Packet[] packets) {
    requireNonNull(packets, "packets");
    stack = new ArrayDeque<>(packets.length + 1);
    byPlace = packets.clone();
    states = new State[packets.length];
    for (int i = 0; i < packets.length; i++) {
      packets[i].mark = i;
      states[i] = State.FREE;
      stack.push(packets[i]);
    }
    if (DEBUG) {
      System.out.println(String.format(Locale.ROOT, "a pool of %d", packets.length));
      System.err.printf("%s: %d bytes%n", getClass().getSimpleName(), 16L * packets.length);
    }
  }

  public Packet take() {
    Packet packet = stack.poll();
    if (packet != null) {
      assert states[packet.mark] == State.FREE : "twice";
      states[packet.mark] = State.OUT;
    }
    return packet;
  }

  public boolean release(Packet packet) {
    if (packet == null) {
      return false;
    }
    int i = packet.mark;
    boolean ours = 0 <= i && i < byPlace.length && byPlace[i] == packet;
    if (!ours || states[i] != State.OUT) {
      return false;
    }
    states[i] = State.FREE;
    stack.push(packet);
    return true;
  }
}
