"""The workload, run naively: a real queue and a real store, one packet at a time.

It is slow, and shares nothing with ``course.model.oracle`` but the specification.
"""

from collections import deque

MASK = (1 << 64) - 1
SIZES = {"A": 10_000, "B": 100_000, "C": 495_000}


def mix(z):
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


def stream(generator, seed):
    state = seed if generator == "random" else 0
    while True:
        if generator == "random":
            state = (state + 0x9E3779B97F4A7C15) & MASK
            yield mix(state)
        else:
            yield state
            state += 1


def fill(r):
    """The 24 header bytes that the source writes."""
    return (
        bytes([0x45, 0])
        + (1024).to_bytes(2, "big")
        + (r & 0xFFFF).to_bytes(2, "big")
        + (0x4000).to_bytes(2, "big")
        + bytes([64, 6 if r & 15 == 0 else 17, 0, 0])
        + (0x0A000000 | r >> 4 & 0xFFFFFF).to_bytes(4, "big")
        + (0xC0A80000 | r >> 28 & 0xFFFF).to_bytes(4, "big")
        + (r >> 44 & 0xFFFF).to_bytes(2, "big")
        + (r >> 8 & 0xFFFF).to_bytes(2, "big")
    )


def number(packet, at, size):
    return int.from_bytes(packet[at : at + size], "big")


def hashed(place, packet):
    version, length = packet[0] >> 4, (packet[0] & 15) * 4
    word0 = number(packet, 12, 4) << 32 | number(packet, 16, 4)
    word1 = number(packet, length, 2) << 48 | number(packet, length + 2, 2) << 32
    word1 |= number(packet, 4, 2) << 16 | packet[9] << 8 | packet[8]
    word2 = version << 24 | length << 16 | number(packet, 2, 2)
    value = mix(place + 1)
    for word in (word0, word1, word2):
        value = mix(value ^ word)
    return value


def digest(case, scale, generator, packets):
    size = SIZES[case] // scale
    source, slots = stream(generator, 1), stream(generator, 2)
    queue, store = deque(), {}
    processed = tcp = 0
    for _ in range(packets):
        queue.append(fill(next(source)))
        if len(queue) > size:
            packet = queue.popleft()
            processed += 1
            if packet[9] == 6:
                tcp += 1
                store[(next(slots) & (MASK >> 1)) % size] = packet
    total = mix(processed) + mix(tcp ^ 0x544350)
    total += sum(hashed(slot, packet) for slot, packet in store.items())
    total += sum(hashed(size + place, packet) for place, packet in enumerate(queue))
    return f"{total & MASK:016x}"
