import { AXIS, barAt, barsOf, draw, familiesOf, groupsOf, hit, huesOf, ROW, step } from '../../main/resources/page/assignments.js';
import { holds, numbers, same } from './check.mjs';

const START = Date.parse('2026-11-27T12:00:00Z');
const COLOURS = { ground: 'ground', panel: 'panel', line: 'line', soft: 'soft', mixed: 'mixed', onBar: 'on', moved: 'moved', failed: 'failed', hues: Array.from({ length: 8 }, (_, i) => `hue ${i}`) };

function answer(bars) {
  const columns = { row: [], begin: [], end: [], wait: [], thing: [], group: [], end_kind: [], turn: [], count: [] };
  for (const [row, begin, end, thing = 0, group = 0, kind = 1, wait = 0, count = 1] of bars) {
    const values = { row, begin, end, wait, thing, group, end_kind: kind, turn: 7, count };
    for (const [name, value] of Object.entries(values)) columns[name].push(value);
  }
  return { from: '2026-11-27T12:00:00Z', things: ['j1', 'j2'], groups: ['main', 'nightly'], ends: ['RUNNING', 'COMPLETED', 'EVICTED', 'EXPIRED'], tones: ['running', 'done', 'moved', 'failed'], bars: columns };
}

function rowsOf(bars) {
  const all = answer(bars);
  return barsOf(all, huesOf(groupsOf(all)));
}

/** A drawing context that remembers what was drawn. */
function paper() {
  const drawn = [];
  const style = { fillStyle: null };
  const context = { drawn, get fillStyle() { return style.fillStyle; }, set fillStyle(colour) { style.fillStyle = colour; } };
  for (const name of ['clearRect', 'save', 'restore', 'beginPath', 'clip', 'rect', 'moveTo', 'lineTo', 'fill']) context[name] = () => {};
  context.fillRect = (x, y, width, height) => drawn.push({ colour: style.fillStyle, x, y, width, height });
  context.fillText = (text, x, y) => drawn.push({ text, x, y });
  return context;
}

function scene(rows, more = {}) {
  return { rows, window: { from: START, to: START + 1000 }, width: 1000, height: AXIS + 5 * ROW, first: 0, shift: 0, now: START + 900, ticks: [], bands: [], colours: COLOURS, ...more };
}

export function columnsBecomeBarsOfRows() {
  const rows = rowsOf([[3, 0, 10], [3, 20, null, 1, 1, 0, 5], [4, -50, 7, -1, -1, 2, 0, 12]]);
  same([...rows.keys()], [3, 4]);
  const [one, other] = rows.get(3);
  same([one.thing, one.group, one.end - one.begin, one.ending, one.tone], ['j1', 'main', 10, 'COMPLETED', 'done']);
  same([other.thing, other.end, other.wait, other.tone, other.begin], ['j2', null, 5, 'running', START + 20]);
  const [merged] = rows.get(4);
  same([merged.thing, merged.group, merged.hue, merged.count, merged.begin], [null, null, null, 12, START - 50]);
}

export function theFirstGroupsHaveColoursOfTheirOwnAndKeepThem() {
  const names = Array.from({ length: 20 }, (_, i) => `group ${i}`);
  const hues = huesOf(names);
  same(new Set(hues.values()).size, 8);
  same([...hues.keys()], names.slice(0, 8));
  same(huesOf(names.toReversed(), hues), hues);
  same(huesOf(['a', 'b']).get('a'), huesOf(['a']).get('a'));
}

export function theMostFrequentGroupIsTheFirst() {
  const all = answer([[0, 0, 1, 0, 0], [0, 2, 3, 0, 1], [0, 4, 5, 0, 1], [0, 6, 7, -1, -1, 1, 0, 50]]);
  same(groupsOf(all), ['nightly', 'main']);
  same(familiesOf(['parachain, group 7', 'parathread, group 7', 'parachain, group 8'], [2, 3, 2]), [['parachain', 4], ['parathread', 3]]);
}

export function theBarAtAMomentIsTheOneThatASearchOfAllFinds() {
  const next = numbers(9);
  for (let round = 0; round < 200; round++) {
    const bars = [];
    for (let ms = 0; ms < 1000;) {
      const begin = ms + Math.ceil(next() * 20);
      const end = begin + 1 + Math.floor(next() * 30);
      bars.push([0, begin, end]);
      ms = end;
    }
    const row = rowsOf(bars).get(0);
    for (let i = 0; i < 50; i++) {
      const ms = START + Math.floor(next() * 1100) - 20;
      const found = row.find(bar => bar.begin <= ms && bar.end >= ms) ?? null;
      const is = barAt(row, ms);
      holds(found === null ? is === null : is !== null && is.begin <= ms && is.end >= ms, `at ${ms - START}`);
      const nearest = Math.min(...row.map(bar => Math.max(bar.begin - ms, ms - bar.end, 0)));
      holds((barAt(row, ms, 5) !== null) === nearest <= 5, `near ${ms - START}`);
    }
  }
}

export function arrowsGoFromBarToBarAndStopAtTheEnds() {
  const row = rowsOf([[0, 0, 10], [0, 20, 30], [0, 40, null]]).get(0);
  same(step(row, row[0], 0, 1), row[1]);
  same(step(row, row[1], 0, -1), row[0]);
  same(step(row, null, row[1].begin + 5, -1), row[1]);
  same(step(row, null, row[0].begin + 5, 1), row[1]);
  same(step(row, row[2], 0, 1), null);
  same(step(row, row[0], 0, -1), null);
  same(step(row, null, START - 100, 1), row[0]);
  same(step([], null, START, 1), null);
  const short = rowsOf([[0, 0, 0], [0, 0, 5], [0, 5, 9]]).get(0);
  same(step(short, short[1], 0, -1), short[0], 'one that took no time is not passed by');
}

export function aPointHitsTheBarUnderIt() {
  const rows = rowsOf([[0, 100, 200], [1, 300, null, 1, 1, 0]]);
  same(hit(scene(rows), 150, AXIS + 5).bar.thing, 'j1');
  same(hit(scene(rows), 150, AXIS + ROW + 5).bar, null);
  same(hit(scene(rows), 500, AXIS + ROW + 5).bar.thing, 'j2');
  same(hit(scene(rows), 500, 5), { row: null, ms: START + 500, bar: null }, 'the axis');
  same(hit(scene(rows, { first: 1, shift: 4 }), 500, AXIS + 2).row, 1);
  same(hit(scene(rows), 990, AXIS + 5).ms, START + 900, 'nobody knows what comes');
}

export function onlyWhatIsSeenIsDrawn() {
  const bars = [];
  for (let row = 0; row < 50; row++) for (let i = 0; i < 2000; i++) bars.push([row, i * 10, i * 10 + 8]);
  const ctx = paper();
  draw(ctx, scene(rowsOf(bars), { window: { from: START + 5000, to: START + 6000 } }));
  const drawn = ctx.drawn.filter(one => one.colour?.startsWith('hue'));
  holds(drawn.length >= 5 * 100 && drawn.length <= 6 * 103, `${drawn.length} bars are drawn`);
  holds(drawn.every(one => one.x >= -2 && one.x + one.width <= 1002), 'within the picture');
}

export function endsThatAreNotWellHaveAShapeOfTheirOwn() {
  for (const [kind, colour] of [[2, 'moved'], [3, 'failed']]) {
    const ctx = paper();
    draw(ctx, scene(rowsOf([[0, 100, 200, 0, 0, kind]])));
    holds(ctx.drawn.some(one => one.colour === colour), colour);
  }
  const well = paper();
  draw(well, scene(rowsOf([[0, 100, 200, 0, 0, 1]])));
  holds(!well.drawn.some(one => ['moved', 'failed'].includes(one.colour)), 'what is done has no mark');
}

export function aWaitIsAThinLineBeforeItsBar() {
  const ctx = paper();
  draw(ctx, scene(rowsOf([[0, 500, 600, 0, 0, 1, 200]])));
  const line = ctx.drawn.find(one => one.height === 2 && one.width === 200);
  same([line.x, line.x + line.width], [300, 500]);
}

export function whatIsStillThereEndsNow() {
  const ctx = paper();
  draw(ctx, scene(rowsOf([[0, 500, null, 0, 0, 0]])));
  const bar = ctx.drawn.find(one => one.colour?.startsWith('hue') && one.height === 14);
  same([bar.x, bar.x + bar.width], [500, 900]);
}

export function aBarWithRoomSaysItsName() {
  const ctx = paper();
  draw(ctx, scene(rowsOf([[0, 100, 300], [1, 100, 105]])));
  same(ctx.drawn.filter(one => one.text).map(one => one.text), ['j1']);
}

export function withoutGroupsAThingHasAColourOfItsOwn() {
  const all = answer([[0, 0, 10], [1, 0, 10], [2, 0, 10, 1], [3, 0, 10, -1, 0]]);
  const rows = barsOf(all, null);
  same(rows.get(0)[0].hue, rows.get(1)[0].hue);
  holds(Number.isInteger(rows.get(2)[0].hue), 'it has one');
  same(rows.get(3)[0].hue, null, 'several things have none');
}

export function aBarThatBeganBeforeWhatIsHeldBeginsWithTheAnswer() {
  const [bar] = rowsOf([[0, null, null]]).get(0);
  same([bar.begin, bar.known, bar.end], [START, false, null]);
}
