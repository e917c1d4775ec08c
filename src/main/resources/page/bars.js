// The bars of the timeline's picture as numbers: heights, shares, and the axes.

const STEPS = [1, 2, 5];

/** The end of an axis that has room for a value: 1, 2 or 5 times a power of ten. */
export function roundTop(most) {
  if (!(most > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return (STEPS.find(step => step * power >= most) ?? 10) * power;
}

/**
 * A bar for each stretch: where it stands from 0 to 1, how high it is, and which part of it is coloured as refused. A stretch in which turns were refused
 * and nothing was published is as high as can be seen, and all refused.
 */
export function barShapes(bars, from, to, top, least = 0.04) {
  const length = to - from + 1;
  return bars.map(bar => {
    const left = Math.max(0, (bar.first - from) / length);
    const right = Math.min(1, (bar.first + bar.turns - from) / length);
    const height = bar.outputs / top;
    const part = bar.turns > 0 ? bar.refused / bar.turns : 0;
    const whole = bar.refused > 0 ? Math.max(height, least) : height;
    return { left, width: Math.max(0, right - left), height: whole, refused: bar.refused === 0 ? 0 : bar.outputs === 0 ? whole : Math.max(least, whole * part), bar };
  });
}

/** Some bars whose times stand below the picture, far enough from each other: their places from 0 to 1. */
export function timeTicks(shapes, most = 5) {
  const ticks = [];
  for (const one of shapes) {
    if (one.width > 0 && (!ticks.length || one.left - ticks.at(-1).left >= 1 / most) && one.left <= 1 - 0.6 / most) ticks.push({ left: one.left, at: one.bar.at });
  }
  return ticks;
}

/** Times as short as they may be: the time of one day, else the day and the minute. A time is as `clock` writes it. */
export function tickLabels(times) {
  const parts = times.map(one => (one.includes(' ') ? one.split(' ') : ['', one]));
  const days = new Set(parts.map(([day]) => day));
  return parts.map(([day, time]) => (days.size > 1 ? `${day.slice(5) || 'today'} ${time.slice(0, 5)}` : time.slice(0, 8)));
}
