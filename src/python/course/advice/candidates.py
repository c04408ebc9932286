"""Arguments for and against a pool in a recording, site by site."""

import dataclasses
from collections.abc import Iterator, Mapping

from course.advice.recordings import Recording, Site
from course.advice.rules import Pool, values_of
from course.model.advice_text import FORMATS, digits, percent, say
from course.model.decision import Values, rules


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A site whose objects a pool could hand out, and the rules' conclusion."""

    site: Site
    values: Values
    verdict: str
    """The rules' verdict; ``unknown`` if the recording has too little data."""
    lines: tuple[str, ...]
    """Lines to print, the first one naming the site."""


def candidates(recording: Recording, prices: Mapping[str, float]) -> list[Candidate]:
    """Return the sites that matter, the largest first."""
    limits = rules().limits
    large = [one for one in recording.sites if one.share >= limits["site_share"]]
    return [_candidate(recording, one, prices) for one in large[: int(limits["most_sites"])]]


def rest(recording: Recording, named: int) -> str:
    shares = sum(one.share for one in recording.sites[:named])
    least = rules().limits["site_share"]
    most = max((one.share for one in recording.sites[named:]), default=0.0)
    # Only the largest of many large sites are named.
    others = percent(least) if most < least else f"more than {percent(most)}"
    return (
        f"Leave the rest, {percent(max(0.0, 1 - shares))} of the bytes: no other site allocates "
        f"{others} of them (chapter 17)."
    )


def direct_buffers(recording: Recording) -> Iterator[str]:
    """Advise on memory outside the heap, where each buffer costs system calls."""
    for one in recording.sites:
        made = one.mb_s * 2**20 / one.size if one.direct and one.size else 0.0
        if made > rules().limits["direct_a_second"]:
            yield (
                f"About {digits(made, 2)} direct buffers per second are created at {one.place}. "
                "Pool them in any case, because each one takes system calls (chapter 9)."
            )


def _candidate(recording: Recording, site: Site, prices: Mapping[str, float]) -> Candidate:
    known = values_of(recording.figures, None, Pool(site.share, site.alive_mb or 0.0))
    values = rules().evaluate(
        {
            **known,
            **prices,
            "pool_mb": site.alive_mb,
            "rate_mb_s": recording.allocated_mb_s,
            "thing_bytes": site.size,
            "threads": recording.busy_cores,
        }
    )
    verdict = rules().verdict(values)
    lines = (_title(site), *_facts(recording, site, values))
    if verdict is None:
        what = "no sizes" if site.size is None else "too few collections"
        lines += (f"This recording contains {what}, so there is no verdict.",)
        return Candidate(site, values, "unknown", lines)
    return Candidate(site, values, verdict.name, (*lines, say(verdict.say, values)))


def _title(site: Site) -> str:
    ends = dict.fromkeys(map(_size, site.sizes or ()))  # one where both are written alike
    sizes = f" of {' to '.join(ends)}" if ends else ""
    rate = f"{digits(site.mb_s, 2)} MB/s"
    return f"{site.type}{sizes} at {site.place}: {rate}, {percent(site.share)} of all"


def _facts(recording: Recording, site: Site, values: Values) -> Iterator[str]:
    low, high, gc_least, share = (
        values[name] for name in ("making_low", "making_high", "gc_least", "share")
    )
    if low is not None and high is not None:
        saved = f"Zeroing: a pool saves {percent(low)} to {percent(high)} of the time of "
        cores = recording.busy_cores
        yield saved + ("a core (chapter 15)" if cores == 1 else f"{cores:.1f} cores (chapter 15)")
    if share is not None and gc_least is not None:
        yield f"Collections: a pool saves up to {percent(share - gc_least)} of the time (chapter 5)"
    visitor = rules().collectors.get(recording.figures.collector, {}).get("by")
    by = f"; a live pool is visited by {visitor} (chapter 8)" if visitor else ""
    if site.alive_mb is not None:
        yield f"Alive at a collection: about {FORMATS['mb'](site.alive_mb)}{by}"
    elif site.old_share is not None:
        yield f"Its share of the objects that survived to the end: {percent(site.old_share)}{by}"


def _size(size: int) -> str:
    for unit, name in ((2**20, "MB"), (2**10, "KB")):
        if size >= unit:
            return f"{digits(size / unit, 2)} {name}"
    return f"{size} bytes"
