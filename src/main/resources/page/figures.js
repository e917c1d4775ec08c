// Figures over time as a picture takes them. It knows no document.

const RECENT = 12; // one of so many parts of the time is what came of late
const NOTABLE = 0.2;

/** The columns of an answer as a chart takes them; times in s. What is not known is a gap. A line has its column, `of`, and may be a `rate` per second. */
export function columnsOf(value, lines) {
  const start = Date.parse(value.from) / 1000;
  const seconds = value.stepMillis / 1000;
  const x = value.waiting.map((_, i) => start + (i + 1) * seconds);
  const of = (name, by) => (value[name] ?? []).map(one => (one === null ? null : one / by));
  return { x, ...Object.fromEntries(lines.map(line => [line.of, of(line.of, line.rate ? seconds : 1)])) };
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
