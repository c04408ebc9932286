"""The search, with simulated programs in place of real ones: nothing here takes time."""

import dataclasses
import random

import pytest

from course.measure.cells import figures, search
from course.measure.cells.profiles import Realtime, Search
from course.model.probes import is_old, verdict

SETTINGS = Search(
    service_seconds=3,
    warmup_seconds=1,
    shortest_ns=10,
    longest_ns=2000,
    resolution=0.1,
    longest_seconds=15,
)
SECONDS = 5.0


class Consumer:
    """Loses packets below an interval, and one of `rare` at any; may be unlucky; clocks stall."""

    def __init__(
        self,
        needs_ns,
        loss_pct=None,
        stalls=0,
        luck=lambda _: False,
        *,
        one_of=10**12,
        behind=False,
    ):
        self.needs_ns = needs_ns
        self.loss_pct = loss_pct or (lambda interval_ns: 100 * (1 - interval_ns / needs_ns))
        self.stalls = stalls  # how many of the first probes
        self.luck = luck  # whether a probe that should lose nothing does, and the reverse
        self.one_of = one_of
        self.behind = behind  # it loses when warmed up no longer than usual
        self.probes = []

    def probe(self, request):
        interval = request.interval_ns
        sent = round(request.seconds * 1e9 / interval)
        behind = self.behind and request.warmups == 1
        lossy = (interval < self.needs_ns) != self.luck(interval) or sent >= self.one_of or behind
        stalled = len(self.probes) < self.stalls
        lost = 0
        if lossy or stalled:
            lost = max(1, round(sent * self.loss_pct(interval) / 100))
        early = bool(request.until_loss and lost)
        if early:
            sent, lost = max(1, sent // (10_000 if behind else 10)), 1
        event = {
            "interval_ns": interval,
            "seconds": request.seconds / 10 if early else request.seconds,
            "capacity": 10**8 // interval,
            "sent": sent,
            "received": sent - lost,
            "lost": lost,
            "longest_stall_ns": 20_000_000 if stalled else 1_000,
            "stopped_early": early,
        }
        self.probes.append(figures.probe(event, request.purpose))
        return self.probes[-1]

    def answer(self, asking):
        request = next(asking)
        while True:
            try:
                request = asking.send(self.probe(request))
            except StopIteration:
                break
        return verdict(self.probes)

    def found_from(self, predicted_ns, settings=SETTINGS, mean_ns=None, packets=0):
        mean_ns = 0.95 * self.needs_ns if mean_ns is None else mean_ns
        load = Realtime(SECONDS, 1, search=settings)
        found = self.answer(search.find(load, predicted_ns, mean_ns, packets))
        pace = self.probes.pop()  # it ends every search, and is none of its steps
        assert pace["purpose"] == "pace"
        assert pace["seconds"] == settings.service_seconds
        assert pace["interval_ns"] == max(settings.shortest_ns, mean_ns // 2)
        return found

    def purposes(self):
        return [probe["purpose"] for probe in self.probes]

    def intervals(self):
        return [probe["interval_ns"] for probe in self.probes]


@pytest.mark.parametrize("predicted", [100, 101, 105, 108])
def test_a_good_prediction_takes_two_probes(predicted):
    consumer = Consumer(needs_ns=100)
    found = consumer.found_from(predicted)["min_interval_ns"]
    assert consumer.purposes() == ["confirm", "search"]
    assert found == predicted


@pytest.mark.parametrize("predicted", [91, 95, 99])
def test_a_prediction_a_little_too_low_takes_two_probes(predicted):
    consumer = Consumer(needs_ns=100)
    found = consumer.found_from(predicted)["min_interval_ns"]
    assert consumer.purposes() == ["confirm", "search"]
    assert 100 <= found <= 110


@pytest.mark.parametrize("predicted", [10, 11, 30, 77, 100, 300, 1000, 2000, None])
@pytest.mark.parametrize("needs", [11, 12, 25, 99, 100, 333, 999, 1000, 1001, 1500, 2000])
def test_what_is_found_is_right_to_the_resolution(needs, predicted):
    consumer = Consumer(needs)
    found = consumer.found_from(predicted)["min_interval_ns"]
    assert needs <= found
    lossy = max(interval for interval in consumer.intervals() if interval < needs)
    assert found <= lossy * 1.1 * (1 + 1e-9) or found == lossy + 1
    assert len(consumer.probes) <= 14
    searched = [one["interval_ns"] for one in consumer.probes if one["purpose"] != "loss"]
    assert len(set(searched)) == len(searched)


def test_another_resolution():
    consumer = Consumer(needs_ns=500)
    settings = dataclasses.replace(SETTINGS, resolution=0.02)
    found = consumer.found_from(400, settings)["min_interval_ns"]
    lossy = max(interval for interval in consumer.intervals() if interval < 500)
    assert 500 <= found <= lossy * 1.02


def test_quicker_than_the_shortest():
    consumer = Consumer(needs_ns=1)
    assert consumer.found_from(14)["min_interval_ns"] == 10
    assert consumer.intervals() == [14, 13, 11, 10]
    consumer = Consumer(needs_ns=1)
    assert consumer.found_from(10)["min_interval_ns"] == 10
    assert consumer.intervals() == [10]


def test_all_but_the_loss_may_end_at_the_first_loss():
    consumer = Consumer(needs_ns=3000)
    consumer.found_from(1500)
    assert consumer.purposes()[-1] == "loss"
    assert [probe["stopped_early"] for probe in consumer.probes[:-1]] == [True] * (
        len(consumer.probes) - 1
    )
    assert not consumer.probes[-1]["stopped_early"]


@pytest.mark.parametrize("mean_ns", [0.5, 93.7, 100, 4000])
def test_a_rare_pause_sends_the_search_to_the_mean(mean_ns):
    # The service run saw a pause that no queue outlasts; the probes do not.
    consumer = Consumer(needs_ns=100)
    found = consumer.found_from(None, mean_ns=mean_ns)["min_interval_ns"]
    assert 100 <= found <= 110
    assert consumer.purposes()[0] == "loss"
    start = {0.5: 10, 4000: 999}.get(mean_ns, -(-mean_ns // 1))
    assert consumer.intervals()[1] == start
    if 90 < mean_ns < 110:
        assert len(consumer.probes) == 3


def test_hopeless_as_predicted():
    consumer = Consumer(needs_ns=5000)
    verdict = consumer.found_from(None)
    assert verdict == {
        "min_interval_ns": None,
        "lossy_ns": 2000,
        "loss_pct_at_1000": pytest.approx(80),
        "almost": None,
    }
    assert list(zip(consumer.purposes(), consumer.intervals(), strict=True)) == [
        ("loss", 1000),
        ("confirm", 2000),
    ]


def test_hopeless_against_the_prediction():
    consumer = Consumer(needs_ns=5000)
    assert consumer.found_from(200)["loss_pct_at_1000"] == pytest.approx(80)
    assert consumer.purposes()[0] == "confirm"
    assert max(consumer.intervals()) == 2000
    assert len(consumer.probes) < 9


def test_a_rare_pause_misleads_the_prediction():
    # It was in the service run, and does not come back.
    consumer = Consumer(needs_ns=300)
    assert 300 <= consumer.found_from(None)["min_interval_ns"] <= 330
    assert consumer.purposes()[0] == "loss"


def test_almost_working():
    def loss_pct(interval_ns):
        return 0.05 if interval_ns >= 400 else 20.0

    consumer = Consumer(needs_ns=10_000, loss_pct=loss_pct)
    verdict = consumer.found_from(None)
    assert verdict["min_interval_ns"] is None
    assert verdict["loss_pct_at_1000"] == pytest.approx(0.05)
    assert 400 <= verdict["almost"]["interval_ns"] <= 440
    assert verdict["almost"]["loss_pct"] == pytest.approx(0.05, rel=0.001)
    # How much is lost is known of whole windows only.
    whole = [probe for probe in consumer.probes if not probe["stopped_early"]]
    assert {probe["interval_ns"] for probe in whole} == set(consumer.intervals()) - {2000}


@pytest.mark.parametrize("predicted", [100, None])
def test_a_clock_that_stalls_twice(predicted):
    consumer = Consumer(needs_ns=100, stalls=2)
    assert 100 <= consumer.found_from(predicted)["min_interval_ns"] <= 110
    assert consumer.purposes()[1:3] == ["repeat", "repeat"]
    assert consumer.purposes().count("repeat") == 2
    assert len({probe["interval_ns"] for probe in consumer.probes[:3]}) == 1


def test_a_clock_that_always_stalls():
    consumer = Consumer(needs_ns=100, stalls=1000)
    verdict = consumer.found_from(100)
    assert verdict["min_interval_ns"] is None
    assert all(probe["stalled"] for probe in consumer.probes)
    for start in range(0, len(consumer.probes), search.TRIES):
        group = consumer.purposes()[start : start + search.TRIES]
        assert group[1:] == ["repeat", "repeat"]


def test_an_interval_at_which_the_clock_always_stalls_is_no_fault_of_the_program():
    consumer = Consumer(needs_ns=100, stalls=3)
    found = consumer.found_from(150)
    assert consumer.purposes()[:3] == ["confirm", "repeat", "repeat"]
    # The search went on from longer intervals, and cannot tell what shorter ones would do.
    assert found["lossy_ns"] is None
    assert found["min_interval_ns"] > 150


def test_a_loss_older_than_its_window_is_looked_for_after_a_longer_warm_up():
    """The warm-up's backlog is no fault of the program's: 100 ns are found in spite of it."""
    consumer = Consumer(needs_ns=100, behind=True)
    found = consumer.found_from(100)
    assert consumer.purposes() == ["confirm", "warmer", "search", "warmer"]
    assert consumer.intervals() == [100, 100, 91, 91]
    assert (found["min_interval_ns"], found["lossy_ns"]) == (100, 91)


def test_the_queue_has_two_arrays_so_the_windows_third_shows_losses_of_its_own():
    for received, expected in ((1999, True), (2000, False)):
        probe = {"capacity": 1000, "received": received, "stopped_early": True}
        assert is_old(probe) == expected


@pytest.mark.parametrize("seed", range(30))
def test_noise_ends_and_never_flatters(seed):
    draw = random.Random(seed)
    consumer = Consumer(needs_ns=draw.randint(20, 1800), luck=lambda _: draw.random() < 0.2)
    predicted = draw.choice([None, draw.randint(10, 2000)])
    found = consumer.found_from(predicted)["min_interval_ns"]
    assert len(consumer.probes) < 25
    if found is not None:
        longer = [probe for probe in consumer.probes if probe["interval_ns"] >= found]
        assert all(probe["lost"] == 0 for probe in longer)


def test_given_intervals():
    consumer = Consumer(needs_ns=600, stalls=1)
    load = Realtime(SECONDS, 1, intervals_ns=(1000, 500))
    verdict = consumer.answer(search.given(load))
    assert consumer.purposes() == ["given", "repeat", "given"]
    assert consumer.intervals() == [1000, 1000, 500]
    assert not consumer.probes[-1]["stopped_early"]
    assert (verdict["min_interval_ns"], verdict["loss_pct_at_1000"]) == (1000, 0.0)


def test_a_probe_sees_as_many_packets_as_the_service_run():
    consumer = Consumer(needs_ns=500)
    consumer.found_from(700, packets=16_000_000)
    lossless = [one for one in consumer.probes if not one["lost"]]
    assert [one["interval_ns"] for one in lossless[:2]] == [700, 637]
    assert all(one["sent"] == pytest.approx(16_000_000, rel=0.001) for one in lossless)


@pytest.mark.parametrize(("packets", "seconds"), [(1_000, 5), (7_000_000, 7), (99_000_000, 15)])
def test_no_probe_is_too_short_or_too_long(packets, seconds):
    consumer = Consumer(needs_ns=5000)
    consumer.found_from(None, packets=packets)
    assert (consumer.purposes()[0], consumer.probes[0]["seconds"]) == ("loss", seconds)


def test_what_is_rare_is_not_taken_for_nothing():
    # A collection that comes after seven million packets, and was in the service run.
    consumer = Consumer(needs_ns=100, one_of=7_000_000)
    assert consumer.found_from(None, packets=10_000_000)["min_interval_ns"] is None
    assert consumer.intervals()[:2] == [1000, 2000]


@pytest.mark.parametrize("predicted", [900, 1000, 1200, None])
def test_the_loss_at_1000_is_known_where_that_is_too_short(predicted):
    consumer = Consumer(needs_ns=1150)
    verdict = consumer.found_from(predicted)
    assert 1150 <= verdict["min_interval_ns"] <= 1265
    assert 1150 > verdict["lossy_ns"] >= verdict["min_interval_ns"] / 1.1 - 1
    assert verdict["loss_pct_at_1000"] == pytest.approx(100 * 150 / 1150, rel=0.001)
    assert consumer.purposes().count("loss") == 1


def plain(needs_ns):
    """A plain search, counted: down from 2000 ns in steps of 10 %."""
    interval, probes = 2000.0, 1
    while interval >= needs_ns and interval > 10:
        interval = max(10.0, interval / 1.1)
        probes += 1
    return search.Effort(probes, probes - (interval < needs_ns))


@pytest.mark.parametrize("found", [10, 11, 50, 100, 499, 1000, 1900])
def test_plain_search(found):
    assert search.plain(SETTINGS, found) == plain(found)


def test_other_searches_of_a_hopeless_program():
    # 2000 ns, which ends at once, and the loss at 1000 ns.
    assert search.plain(SETTINGS, None) == search.Effort(probes=2, whole=1)
    assert search.bisection(SETTINGS, None) == search.Effort(probes=2, whole=1)


def test_bisection():
    # 2000 ns, then 55.6 steps of 10 % halved six times: 141, 38, 73, 102, 86 and 93 ns.
    assert search.bisection(SETTINGS, 100) == search.Effort(probes=7, whole=3)
    assert search.bisection(SETTINGS, 10) == search.Effort(probes=7, whole=7)
