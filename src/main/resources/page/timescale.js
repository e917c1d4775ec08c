// A window of time on a row of pixels: where a moment lies, which moments are named, and how the window moves. Times are epoch ms.

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 10e3, 15e3, 30e3, 60e3, 120e3, 300e3, 600e3, 900e3, 1800e3, 3600e3, 7200e3, 10_800e3, 21_600e3, 43_200e3, 86_400e3, 172_800e3, 604_800e3];
const DAY = 86_400e3;

export const SHORTEST_MS = 20;
export const LONGEST_MS = 31 * DAY;

/** Where a moment lies. */
export function place({ from, to }, width, ms) {
  return (ms - from) / (to - from) * width;
}

/** Which moment lies at a pixel. */
export function moment({ from, to }, width, x) {
  return from + x / width * (to - from);
}

/** The window so many times as long, with a moment where it was. A window neither ends behind the newest moment nor is too short or long. */
export function zoomed({ from, to }, factor, around, newest) {
  const length = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (to - from) * factor));
  const share = (around - from) / (to - from);
  return held({ from: around - share * length, to: around + (1 - share) * length }, newest);
}

/** The window as far later; earlier, if it is negative. */
export function moved({ from, to }, ms, newest) {
  return held({ from: from + ms, to: to + ms }, newest);
}

/** The part of a window between two of its moments, in either order. */
export function between(one, other, newest) {
  const [from, to] = one < other ? [one, other] : [other, one];
  return held(to - from < SHORTEST_MS ? { from: from - SHORTEST_MS / 2, to: from + SHORTEST_MS / 2 } : { from, to }, newest);
}

function held({ from, to }, newest) {
  const late = Math.max(0, to - newest);
  return { from: Math.round(from - late), to: Math.round(to - late) };
}

/** The moments of the axis that have a name: at most so many, at round times of UTC. */
export function ticks({ from, to }, most) {
  const step = STEPS.find(one => (to - from) / one <= most) ?? STEPS.at(-1) * Math.ceil((to - from) / STEPS.at(-1) / most);
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step).map(ms => ({ ms, label: named(ms, step) }));
}

function named(ms, step) {
  const [day, time] = new Date(ms).toISOString().slice(0, -1).split('T');
  return step >= DAY || ms % DAY === 0 ? day : step >= 60e3 ? time.slice(0, 5) : step >= 1e3 ? time.slice(0, 8) : time;
}

/** The moment that a reader wrote, such as `12:04`, `12:04:05` or `2026-11-27 12:04`: of UTC, the last one that is not later than another moment. Null: it is none. */
export function written(text, newest) {
  const [, year, month, day, hours, minutes, seconds = 0, part = ''] = text.trim().match(/^(?:(\d{4})-(\d\d)-(\d\d)[ T])?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/) ?? [];
  if (minutes === undefined || hours > 23 || minutes > 59 || seconds > 59) return null;
  const date = new Date(year ? Date.UTC(year, month - 1, day) : newest);
  if (year && (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== Number(day))) return null;
  const ms = date.setUTCHours(hours, minutes, seconds, part.padEnd(3, '0'));
  return !year && ms > newest ? ms - DAY : ms;
}

/** A window of a grid that holds this one with room on both sides: it stays the same while this one moves a little. */
export function around({ from, to }, room) {
  const length = to - from;
  const grid = Math.max(1, Math.round(length / 4));
  return { from: Math.floor((from - room * length) / grid) * grid, to: Math.ceil((to + room * length) / grid) * grid };
}
