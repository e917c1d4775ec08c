// What moved with generations, as flows between rows. It knows no document.

import { naturally } from './words.js';

export const NEW = 'new copies';
export const DROPPED = 'no longer kept';
export const OTHERS = 'others'; // as the server calls workers that are together

/** A generation each, with its flows between named ends, the largest first. */
export function columnsOf({ number: numbers, at, copies, movedBytes, flows }) {
  return numbers.map((one, i) => ({
    number: one, at: at[i], copies: copies[i], movedBytes: movedBytes[i],
    flows: flows[i].map(flow => ({ ...flow, from: flow.from ?? NEW, to: flow.to ?? DROPPED })).toSorted((a, b) => b.bytes - a.bytes),
  }));
}

/** The rows of a picture: what is new, then the workers with the most bytes in flows by name, the others as one, what is dropped. */
export function rowsOf(all, most) {
  const sizes = new Map();
  for (const { flows } of all) {
    for (const { from, to, bytes: size } of flows) {
      for (const name of [from, to]) sizes.set(name, (sizes.get(name) ?? 0) + size);
    }
  }
  const workers = [...sizes.keys()].filter(name => name !== NEW && name !== DROPPED && name !== OTHERS);
  const large = workers.toSorted((a, b) => sizes.get(b) - sizes.get(a)).slice(0, most);
  const names = naturally(large);
  return [...(sizes.has(NEW) ? [NEW] : []), ...names, ...(workers.length > names.length || sizes.has(OTHERS) ? [OTHERS] : []), ...(sizes.has(DROPPED) ? [DROPPED] : [])];
}

/** Flows between the rows of a picture: those of workers that have none are together. */
export function lines(flows, names) {
  const together = new Map();
  const row = name => (names.includes(name) ? name : OTHERS);
  for (const { from, to, chunks, bytes: size } of flows) {
    const key = JSON.stringify([row(from), row(to)]);
    const sum = together.get(key) ?? { from: row(from), to: row(to), chunks: 0, bytes: 0 };
    together.set(key, { ...sum, chunks: sum.chunks + chunks, bytes: sum.bytes + size });
  }
  return [...together.values()];
}
