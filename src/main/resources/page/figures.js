// Figures over time as a picture takes them. It knows no document.

const RECENT = 12; // one of so many parts of the time is what came of late
const NOTABLE = 0.2;

/** The charts. A line has its column, `of`, and may be a `rate` per second. Each has its own colour, and all of a chart have one axis. */
export const CHARTS = [
  { name: 'waiting', title: 'waits', lines: [{ of: 'waiting', colour: 'waiting', fill: true }] },
  { name: 'oldest', title: 'the oldest wait', lines: [{ of: 'oldestSeconds', colour: 'oldest' }] },
  { name: 'assigned', title: 'assigned', lines: [{ of: 'assigned', colour: 'running', fill: true }, { of: 'capacity', colour: 'capacity', label: 'capacity', dash: true }] },
  { name: 'rate', title: 'per second', lines: [{ of: 'begun', colour: 'begun', label: 'begun', rate: true }, { of: 'refused', colour: 'refused', label: 'refused', rate: true }, { of: 'turns', colour: 'turns', label: 'turns', rate: true }] },
];

/** The columns of an answer as a chart takes them; times in s. What is not known is a gap. An open step goes as far as it is, and its counts are no rate. */
export function columnsOf(value, lines) {
  const x = value.waiting.map((_, i) => Math.min(endOf(value, i), Date.parse(value.to)) / 1000);
  return { x, ...Object.fromEntries(lines.map(line => [line.of, (value[line.of] ?? []).map((one, i) => figure(value, line, one, i))])) };
}

/** The present figure of a line: a level as it is now, a rate of the last whole step; null: it is not known. */
export function latestOf(value, line) {
  const all = value[line.of] ?? [];
  const last = all.length - (line.rate && isOpen(value, all.length - 1) ? 2 : 1);
  return last < 0 ? null : figure(value, line, all[last], last);
}

function figure(value, { rate }, one, i) {
  return one === null || rate && isOpen(value, i) ? null : rate ? one / (value.stepMillis / 1000) : one;
}

function isOpen(value, i) {
  return Date.parse(value.to) < endOf(value, i);
}

function endOf({ from, stepMillis }, i) {
  return Date.parse(from) + (i + 1) * stepMillis;
}

/** A path through figures, from left to right; a gap where none is known. */
export function lineOf(all, width, height) {
  const most = Math.max(1, ...all.filter(one => one !== null));
  let drawn = false;
  return all.map((one, i) => {
    const to = one === null ? '' : `${drawn ? 'L' : 'M'}${round(i / Math.max(1, all.length - 1) * width)} ${round(height - 1 - one / most * (height - 2))}`;
    drawn = one !== null;
    return to;
  }).join('');
}

function round(value) {
  return Math.round(value * 100) / 100;
}

/** Whether what waits is `more`, `less` or the `same` as before: the mean of the last twelfth of the hour against the rest. */
export function tendency(all) {
  const recent = Math.ceil(all.length / RECENT);
  const late = mean(all.slice(-recent));
  const early = mean(all.slice(0, -recent));
  if (late === null || early === null) return 'same';
  const by = late - early;
  return Math.abs(by) < Math.max(1, early * NOTABLE) ? 'same' : by > 0 ? 'more' : 'less';
}

function mean(all) {
  const known = all.filter(one => one !== null);
  return known.length ? known.reduce((sum, one) => sum + one, 0) / known.length : null;
}
