package exercise;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Two static lambdas, and streams in the constructor. */
public final class LifoPool {
  private static final IntUnaryOperator OUT = place -> -place - 1;
  private static final ToIntFunction<Packet> MARK = packet -> packet.mark;

  private final Packet[] all;
  private final Packet[] stack;
  private int top;

  public LifoPool(Packet[] packets) {
    all = Arrays.stream(packets).toArray(Packet[]::new);
    stack = Arrays.copyOf(all, all.length);
    IntStream.range(0, all.length).forEach(place -> all[place].mark = place);
    top = all.length;
  }

  public Packet take() {
    if (top == 0) {
      return null;
    }
    Packet packet = stack[--top];
    packet.mark = OUT.applyAsInt(packet.mark);
    return packet;
  }

  public boolean release(Packet packet) {
    if (packet == null) {
      return false;
    }
    int place = OUT.applyAsInt(MARK.applyAsInt(packet));
    if (place < 0 || place >= all.length || all[place] != packet) {
      return false;
    }
    packet.mark = place;
    stack[top++] = packet;
    return true;
  }
}
