"""The prediction agrees with a queue that is simulated packet by packet."""

import random

import pytest

from course.measure.cells.prediction import LOOK_EVERY, QUEUE_NS, SLICE_NS, Service

pytestmark = pytest.mark.slow  # all of it together

SHORTEST, LONGEST = 10, 100_000


def slices_of(times):
    """As a program makes them: the time is read every few packets."""
    slices, packets, took = [], 0, 0
    for start in range(0, len(times), LOOK_EVERY):
        chunk = times[start : start + LOOK_EVERY]
        packets += len(chunk)
        took += sum(chunk)
        if took >= SLICE_NS:
            slices.append([packets, took])
            packets = took = 0
    if packets:
        slices.append([packets, took])
    return slices


def simulated(times, interval):
    """Packets lost, with a queue and a consumer that takes one packet after the other."""
    late, lost = 0.0, 0
    for took in times:
        late = max(0.0, late + took - interval)
        while late > QUEUE_NS:
            lost += 1
            late -= interval
    return lost


def shortest(times):
    mean = sum(times) / len(times)
    low, high = SHORTEST, LONGEST
    while low < high:
        middle = (low + high) // 2
        if mean <= middle and simulated(times, middle) == 0:
            high = middle
        else:
            low = middle + 1
    return high


def constant(draw):
    return [draw.randint(500, 600) for _ in range(50_000)]


def with_pauses(draw):
    times = constant(draw)
    for place in range(draw.randint(0, 9_000), len(times), draw.randint(10_000, 20_000)):
        times[place] += draw.randint(10_000_000, 99_000_000)
    return times


def in_phases(draw):
    times = []
    while len(times) < 50_000:
        level = draw.randint(200, 5_000)
        times += [draw.randint(level // 2, 2 * level) for _ in range(draw.randint(500, 9_000))]
    return times


def two_close_pauses(draw):
    times = constant(draw)
    place = draw.randint(100, 30_000)
    for at in (place, place + draw.randint(1, 15_000)):
        times[at] += draw.randint(40_000_000, 90_000_000)
    return times


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", [constant, with_pauses, in_phases, two_close_pauses])
def test_shortest_interval(shape, seed):
    times = shape(random.Random(f"{shape.__name__}{seed}"))
    predicted = Service(slices_of(times)).shortest_ns(SHORTEST, LONGEST)
    # A slice does not tell where among its last packets the pause was.
    assert predicted == pytest.approx(shortest(times), rel=0.02)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", [constant, with_pauses, in_phases])
def test_loss(shape, seed):
    times = shape(random.Random(f"loss{shape.__name__}{seed}"))
    lost = simulated(times, 1000)
    service = Service(slices_of(times))
    assert service.loss_pct(1000) == pytest.approx(100 * lost / (len(times) + lost), abs=0.5)


def test_a_pause_is_not_spread_over_its_slice():
    # Quick packets, then 120 ms: nobody waits during the first, so the queue is empty when the
    # pause begins. Spread evenly, the packets' slack would hide the loss.
    slices = [[64_000, 250_000], [64_000, 120_000_000]]
    assert not Service(slices).is_in_time(2000)
    assert Service([[64_000, 250_000], [64_000, 99_000_000]]).is_in_time(2000)


def test_a_pause_longer_than_the_queue_is_never_in_time():
    times = [100] * 100_000
    times[50_000] = 200_000_000
    service = Service(slices_of(times))
    assert service.shortest_ns(10, 2000) is None
    # 200 ms without a reader, of which the queue keeps 100.
    assert service.loss_pct(1000) == pytest.approx(100 * 100_000 / 200_000, rel=0.02)
    assert service.longest_ms == pytest.approx(200, rel=0.01)


def test_a_short_run_does_not_hide_a_consumer_that_is_too_slow():
    # 50 ms at 100 ns: the queue could swallow all of it at any interval.
    service = Service([[2_560, 256_000]] * 200)
    assert service.shortest_ns(10, 2000) == 100


def test_quicker_than_the_shortest():
    assert Service([[64_000, 250_000]] * 10).shortest_ns(10, 2000) == 10


def test_figures_of_a_run():
    service = Service([[128, 256_000], [64, 44_000_000]])
    assert service.to_dict() == {
        "seconds": 0.044256,
        "packets": 192,
        "ns_per_packet": 230_500.0,
        "longest_ms": 43.75,
    }
    assert service.prediction(10, 2000) == {
        "interval_ns": None,
        "loss_pct_at_1000": service.loss_pct(1000),
    }


@pytest.mark.parametrize("slices", [[], [[1]], [[1, 2], [3]], [1, 2], [[1, 2.5]], [["a", "b"]]])
def test_no_pairs(slices):
    with pytest.raises(ValueError, match=r"slices|inhomogeneous"):
        Service(slices)


@pytest.mark.parametrize("slices", [[[0, 5]], [[5, 0]], [[5, -1]], [[-1, 5], [9, 9]]])
def test_no_run(slices):
    with pytest.raises(ValueError, match="no packets, or took no time"):
        Service(slices)
