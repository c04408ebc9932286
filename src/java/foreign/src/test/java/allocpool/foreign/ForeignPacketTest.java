package allocpool.foreign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import allocpool.workload.Analyser;
import allocpool.workload.Case;
import allocpool.workload.Generator;
import allocpool.workload.IpPacket;
import allocpool.workload.PacketAnalyser;
import allocpool.workload.PacketSource;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForeignPacketTest {
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment segment = arena.allocate(Sizes.PACKET_BYTES);
  private final ForeignPacket packet = new ForeignPacket(0, segment);

  @AfterEach
  void free() {
    arena.close();
  }

  private static Object field(Object owner, String name)
      throws ReflectiveOperationException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }

  @Test
  void itsBytesAreThoseOfABuffer() {
    PacketSource source = new PacketSource(Generator.Kind.RANDOM.forSource());
    PacketSource same = new PacketSource(Generator.Kind.RANDOM.forSource());
    byte[] expected = new byte[Sizes.PACKET_BYTES];
    Arrays.fill(expected, (byte) 0x5A);
    segment.fill((byte) 0x5A);
    for (int i = 0; i < 1000; i++) {
      packet.fill(source);
      same.fill(ByteBuffer.wrap(expected));
      assertArrayEquals(expected, segment.toArray(ValueLayout.JAVA_BYTE));
    }
  }

  /** Uses options, so that nothing behind the header is in its usual place. */
  @Test
  void parsingHonoursTheHeadersLength() throws ReflectiveOperationException {
    byte[] bytes = new byte[28];
    bytes[0] = (byte) 0xF6;
    bytes[2] = (byte) 0x87;
    bytes[3] = (byte) 0x65;
    bytes[24] = (byte) 0x81;
    bytes[27] = (byte) 0x82;
    segment.copyFrom(MemorySegment.ofArray(bytes));
    IpPacket parsed = packet.read();
    Object header = field(parsed, "header");
    assertEquals(15, field(header, "version"));
    assertEquals(24, field(header, "headerLength"));
    assertEquals(0x8765, field(header, "totalLength"));
    assertEquals(0x8100, field(parsed, "sourcePort"));
    assertEquals(0x0082, field(parsed, "destinationPort"));
  }

  @Test
  void payloadIsAReadOnlyViewBehindTheHeader() throws ReflectiveOperationException {
    packet.fill(new PacketSource(Generator.Kind.COUNTER.forSource()));
    MemorySegment payload = (MemorySegment) field(packet.read(), "payload");
    assertTrue(payload.isReadOnly());
    assertEquals(Sizes.PACKET_BYTES - 20, payload.byteSize());
    segment.set(ValueLayout.JAVA_BYTE, 30, (byte) 77);
    assertEquals(77, payload.get(ValueLayout.JAVA_BYTE, 10), "a view, not a copy");
  }

  @Test
  void aClosedAnalyserCannotGoOn() {
    Analyser analyser = new PacketAnalyser<>(
        Case.A.sizes(100), StrategyKind.POOL, Generator.Kind.COUNTER,
        new ForeignPackets(new Slots(10_000)));
    analyser.run(1000);
    analyser.close();
    assertThrows(IllegalStateException.class, analyser::step);
  }
}
