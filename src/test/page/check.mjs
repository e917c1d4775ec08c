// What tests of modules say: two values are the same, or something holds.

/** Fails unless two values are the same, compared by their parts. */
export function same(is, should, about = '') {
  const [one, other] = [is, should].map(text);
  if (one !== other) throw new Error(`${about}${about && ': '}expected ${other}, was ${one}`);
}

/** Fails unless it holds. */
export function holds(what, about) {
  if (!what) throw new Error(about);
}

function text(value) {
  return JSON.stringify(value, (_, one) => (one instanceof Map ? [...one] : one === undefined ? 'undefined' : typeof one === 'number' && !Number.isFinite(one) ? String(one) : one));
}

/** Numbers from 0 to 1 that are the same for a seed. */
export function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
