import { around, between, LONGEST_MS, moment, moved, place, SHORTEST_MS, ticks, written, zoomed } from '../../main/resources/page/timescale.js';
import { holds, numbers, same } from './check.mjs';

const NOON = Date.UTC(2026, 10, 27, 12);
const HOUR = { from: NOON - 3600e3, to: NOON };

export function aMomentAndItsPlaceAreEachOthersInverse() {
  const next = numbers(1);
  for (let i = 0; i < 1000; i++) {
    const window = { from: NOON * next(), to: NOON + 1 + next() * 1e6 };
    const x = next() * 1000;
    holds(Math.abs(place(window, 1000, moment(window, 1000, x)) - x) < 0.01, `x ${x}`);
  }
}

export function zoomingKeepsTheMomentUnderThePointer() {
  const next = numbers(2);
  for (let i = 0; i < 1000; i++) {
    const ms = HOUR.from + next() * 3600e3;
    const window = zoomed(HOUR, 0.1 + next() * 0.9, ms, NOON);
    holds(Math.abs(place(window, 1000, ms) - place(HOUR, 1000, ms)) < 1, `at ${ms}`);
  }
}

export function noWindowEndsBehindTheNewestMomentOrIsTooShortOrLong() {
  const next = numbers(3);
  let window = HOUR;
  for (let i = 0; i < 5000; i++) {
    const before = window;
    window = next() < 0.5 ? zoomed(window, next() * 4, window.from + next() * (window.to - window.from), NOON) : moved(window, (next() - 0.5) * 1e7, NOON);
    holds(window.to <= NOON, `ends ${window.to - NOON} ms late, from ${JSON.stringify(before)}`);
    holds(window.to - window.from >= SHORTEST_MS - 1 && window.to - window.from <= LONGEST_MS + 1, `is ${window.to - window.from} ms long`);
  }
}

export function theNewestMomentStaysWhileOneZoomsAtTheEnd() {
  same(zoomed(HOUR, 2, HOUR.to, NOON).to, NOON);
  same(zoomed(HOUR, 0.5, HOUR.to, NOON), { from: NOON - 1800e3, to: NOON });
}

export function aBrushMayGoEitherWay() {
  same(between(NOON - 10_000, NOON - 60_000, NOON), { from: NOON - 60_000, to: NOON - 10_000 });
  same(between(NOON - 10_000, NOON - 10_000, NOON), { from: NOON - 10_010, to: NOON - 9990 });
}

export function theAxisHasRoundTimesAndNoMoreThanFit() {
  same(ticks(HOUR, 6).map(one => one.label), ['11:00', '11:10', '11:20', '11:30', '11:40', '11:50', '12:00']);
  same(ticks({ from: NOON, to: NOON + 10_000 }, 5).map(one => one.label), ['12:00:00', '12:00:02', '12:00:04', '12:00:06', '12:00:08', '12:00:10']);
  same(ticks({ from: NOON, to: NOON + 100 }, 4).map(one => one.label), ['12:00:00.000', '12:00:00.050', '12:00:00.100']);
  same(ticks({ from: NOON - 43_200e3, to: NOON + 3600e3 }, 3).map(one => one.label), ['2026-11-27', '06:00', '12:00']);
  const next = numbers(4);
  for (let i = 0; i < 2000; i++) {
    const window = { from: NOON, to: NOON + 10 ** (1 + next() * 11) };
    const most = 2 + Math.floor(next() * 12);
    const all = ticks(window, most);
    holds(all.length <= most + 1, `${all.length} ticks of ${most} in ${window.to - window.from} ms`);
    holds(all.every(one => one.ms >= window.from && one.ms <= window.to), 'each is in the window');
  }
}

export function whatAReaderWritesIsAMomentOfUtc() {
  same(written('11:58', NOON), NOON - 120e3);
  same(written(' 11:58:30.5 ', NOON), NOON - 89_500);
  same(written('12:01', NOON), NOON + 60e3 - 86_400e3, 'a time that is still to come was yesterday');
  same(written('2026-11-20 09:05', NOON), Date.UTC(2026, 10, 20, 9, 5));
  same(written('2026-11-20T09:05:07', NOON), Date.UTC(2026, 10, 20, 9, 5, 7));
  for (const wrong of ['', 'noon', '25:00', '12:60', '12', '2026-02-30 10:00', '12:00:61', '12:00:00.1234', '2026-13-01 10:00']) same(written(wrong, NOON), null, wrong);
}

export function aQuestionStaysTheSameWhileTheWindowMovesALittle() {
  const asked = new Set();
  for (let by = 0; by < 600e3; by += 10e3) asked.add(JSON.stringify(around(moved(HOUR, -by, NOON), 0.5)));
  holds(asked.size <= 3, `${asked.size} questions`);
  const next = numbers(5);
  for (let i = 0; i < 1000; i++) {
    const window = { from: NOON * next(), to: NOON + 100 + next() * 1e7 };
    const wide = around(window, 0.5);
    holds(wide.from <= window.from && wide.to >= window.to && wide.to - wide.from <= 2.6 * (window.to - window.from), JSON.stringify([window, wide]));
  }
}

export function daysBeginAtMidnight() {
  const window = { from: Date.UTC(2026, 9, 20), to: Date.UTC(2026, 10, 1) };
  const all = ticks(window, 14);
  same(all.map(one => one.ms % 86_400e3), all.map(() => 0));
  same([all.length, all[0].label, all.at(-1).label], [13, '2026-10-20', '2026-11-01']);
}
