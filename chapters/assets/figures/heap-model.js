// The model of chapter 3's figure, a heap under allocation: when it is collected, what is visited,
// and how long that takes.
//
// The program is the course's. Its allocations for a packet live while the packet is in the queue;
// one packet in sixteen then goes to the store and lives until it has passed through that. Both
// are first in, first out, so an object's age determines whether it is alive. Half of the live set
// is in the queue, half in the store. Like the two rules, the model leaves out the program's own
// work, barriers, roots, cores used by a collector, and the higher cost of small objects. One of a
// young generation's two survivor spaces is always empty.
//
// Times are in ms, sizes in MB; positions and ages are in MB allocated.
"use strict";

(() => {
  /** Share of a square; keeps rounding errors from adding one. */
  const SLIVER = 1e-6;

  /** Lifetimes of objects: all live in the queue for a while, some longer in the store. */
  const lifetimes = (live, stored) => {
    const queued = live / 2;
    const stays = live / 2 / stored;
    return {
      oldest: queued + stays,
      /** MB still alive of those allocated in the last `age` MB. */
      alive: (age) => Math.min(age, queued) + stored * Math.min(Math.max(age - queued, 0), stays),
      /** The inverse; the lowest age if there are several. */
      age: (alive) => (alive <= queued ? alive : queued + (alive - queued) / stored),
    };
  };

  /** Load on the collector at these settings; a pool makes `rate` small and `everything` large. */
  const demand = (model, { packets, live, pool }) => {
    const allocated = pool ? model.header : model.packet;
    const kept = (live * allocated) / model.packet;
    const base = pool ? model.pool : 0;
    return {
      rate: packets * allocated,
      base,
      everything: base + kept,
      lives: lifetimes(kept, model.stored),
    };
  };

  // A stretch is the content of a space that was allocated between two positions: the part that was
  // alive when allocation was at `seen`, or all of it if that is null.

  const sizeOf = (lives, { start, end, seen }) =>
    seen === null ? end - start : lives.alive(seen - start) - lives.alive(seen - end);

  const positionIn = (lives, { start, seen }, offset) =>
    seen === null
      ? start + offset
      : seen - lives.age(Math.max(lives.alive(seen - start) - offset, 0));

  /** Everything alive at a position, without the pool, as one stretch. */
  const everything = ({ lives }, position) => ({
    start: position - lives.oldest,
    end: position,
    seen: position,
  });

  // A collector yields collections, states and spaces. State i holds from the end of the previous
  // collection to the end of collection i. States share the old generation's array and use its
  // first `count` stretches: it only grows, until a collection of the whole heap starts another.

  const copying = (model, young, asked) => {
    const { lives, rate } = asked;
    const spare = young * model.survivors;
    const size = model.heap - young - 2 * spare;
    const fresh = (position) => ({
      eden: position,
      edge: position,
      survivors: [],
      old: [everything(asked, position)],
      count: 1,
      used: asked.everything,
    });
    const states = [fresh(0)];
    const collections = [];
    let position = 0;
    for (let at = young / rate; at < model.length; at += young / rate) {
      position += young;
      const { eden, edge, old, count, used } = states[states.length - 1];
      const inEden = lives.alive(position - eden);
      const inYoung = lives.alive(position - edge);
      const kept = Math.min(inEden, spare);
      const promoted = inYoung - kept;
      const fits = used + promoted <= size;
      if (fits) {
        const first = kept === inEden ? eden : position - lives.age(kept);
        if (promoted) {
          old.push({ start: edge, end: first, seen: position });
        }
        states.push({
          eden: position,
          edge: first,
          survivors: [{ start: first, end: position, seen: position }],
          old,
          count: promoted ? count + 1 : count,
          used: used + promoted,
        });
      } else {
        states.push(fresh(position));
      }
      const visited = fits ? inYoung : asked.everything;
      const takes = model.cost * visited;
      collections.push({
        kind: fits ? "young" : "whole",
        at,
        takes,
        visited,
        promoted: fits ? promoted : 0,
        stall: 0,
        stops: takes,
        position,
        leaves: position,
      });
      at += takes;
    }
    const held = (stretches) => stretches.reduce((sum, one) => sum + sizeOf(lives, one), 0);
    const spaces = ({ eden, survivors, old, count, used }, now) => {
      const allocated = [{ start: eden, end: now, seen: null }];
      return [
        { name: "Eden", size: young, used: now - eden, pooled: 0, stretches: allocated, count: 1 },
        {
          name: "Survivors",
          size: spare,
          used: held(survivors),
          pooled: 0,
          stretches: survivors,
          count: survivors.length,
        },
        { name: "Old", size, used, pooled: asked.base, stretches: old, count },
      ];
    };
    return { collections, states, spaces, gap: young / rate };
  };

  const concurrent = (model, asked) => {
    const { rate } = asked;
    const takes = model.cost * asked.everything;
    const reserve = model.margin * rate * takes;
    const states = [{ start: 0 }];
    const collections = [];
    let position = 0;
    let used = asked.everything;
    for (let at = 0; ; at += takes) {
      const waits = Math.max(model.heap - used - reserve, 0) / rate;
      at += waits;
      if (at >= model.length) {
        break;
      }
      position += waits * rate;
      used += waits * rate;
      const free = model.heap - used;
      const runs = Math.min(takes, free / rate);
      const stall = takes - runs;
      collections.push({
        kind: "beside",
        at,
        takes,
        visited: asked.everything,
        promoted: 0,
        stall,
        stops: model.brief + stall,
        position,
        leaves: position + runs * rate,
        runs,
        free,
      });
      states.push({ start: position });
      position += runs * rate;
      used = asked.everything + runs * rate;
    }
    const spaces = ({ start }, now) => [
      {
        name: "Heap",
        size: model.heap,
        used: asked.everything + now - start,
        pooled: asked.base,
        stretches: [everything(asked, start), { start, end: now, seen: null }],
        count: 2,
      },
    ];
    return { collections, states, spaces, gap: (model.heap - asked.everything) / rate };
  };

  /** Computes all collections that start within the run, and the data to draw any moment of it. */
  const run = (model, settings) => {
    const asked = demand(model, settings);
    const found =
      settings.collector === "concurrent"
        ? concurrent(model, asked)
        : copying(model, settings.young, asked);
    const moments = found.collections
      .flatMap(({ at, takes }) => [at, at + takes / 2, at + takes])
      .filter((moment) => moment < model.length);
    return { length: model.length, model, settings, asked, moments, moves: new Map(), ...found };
  };

  /** Returns the state at a time, the position of allocation, and any collection in progress. */
  const stand = ({ collections, asked }, time) => {
    const begun = collections.findLastIndex(({ at }) => at <= time) + 1; // how many have
    const last = collections[begun - 1];
    const end = last ? last.at + last.takes : 0;
    if (last && time < end) {
      const runs = Math.min(time - last.at, last.runs ?? 0);
      return {
        collection: last,
        state: begun - 1,
        share: (time - last.at) / last.takes,
        waits: last.kind !== "beside" || time - last.at > last.runs,
        position: last.position + runs * asked.rate,
        until: end,
      };
    }
    return {
      collection: null,
      state: begun,
      share: 0,
      waits: false,
      position: (last ? last.leaves : 0) + (time - end) * asked.rate,
      until: collections[begun]?.at ?? Infinity,
      ended: last && time === end ? last : null,
    };
  };

  /** Returns the contents of a space's squares, as shares of a square. */
  const squares = ({ model, asked }, space, position) => {
    const { lives } = asked;
    const count = Math.ceil(space.size / model.cell - SLIVER);
    const filled = new Float64Array(count);
    const alive = new Float64Array(count);
    let begin = space.pooled;
    for (let each = 0; each < space.count; each += 1) {
      const stretch = space.stretches[each];
      const end = begin + sizeOf(lives, stretch);
      for (let index = Math.floor(begin / model.cell); index < count; index += 1) {
        const low = Math.max(begin, index * model.cell);
        const high = Math.min(end, (index + 1) * model.cell);
        if (low >= high) {
          break;
        }
        const oldest = positionIn(lives, stretch, low - begin);
        const newest = positionIn(lives, stretch, high - begin);
        filled[index] += (high - low) / model.cell;
        const live = lives.alive(position - oldest) - lives.alive(position - newest);
        alive[index] += live / model.cell;
      }
      begin = end;
    }
    return { filled, alive, pooled: Math.round(space.pooled / model.cell) };
  };

  /** Returns the squares whose live parts a copying collection moves, oldest first, and where. */
  const moves = (run, index) => {
    if (run.moves.has(index)) {
      return run.moves.get(index);
    }
    const { kind, position, promoted } = run.collections[index];
    const { model, asked } = run;
    const spaces = run.spaces(run.states[index], position);
    const young = kind === "young";
    const target = (copied) => {
      if (!young) {
        return { space: 2, offset: asked.base + copied };
      }
      return copied < promoted
        ? { space: 2, offset: run.states[index].used + copied }
        : { space: 1, offset: copied - promoted };
    };
    const found = [];
    let copied = 0;
    for (const from of young ? [1, 0] : [2, 1, 0]) {
      const { alive } = squares(run, spaces[from], position);
      alive.forEach((share, square) => {
        if (share > SLIVER) {
          const { space, offset } = target(copied);
          const to = Math.floor(offset / model.cell + SLIVER);
          const last = Math.ceil(spaces[space].size / model.cell) - 1;
          found.push({ from, square, share, space, to: Math.min(to, last) });
          copied += share * model.cell;
        }
      });
    }
    run.moves.clear(); // earlier collections are not needed again
    run.moves.set(index, found);
    return found;
  };

  globalThis.courseFigures.models.heap = { run, stand, squares, moves, SLIVER };
})();
