// The moment under the pointer, which all pictures of time on the view share.

const shown = new Set();

/** Says that the pointer is at a moment, epoch ms; null: at none. */
export function point(ms) {
  for (const each of shown) each(ms);
}

/** Tells of each moment from now on. Returns what ends it. */
export function onPoint(tell) {
  shown.add(tell);
  return () => shown.delete(tell);
}
