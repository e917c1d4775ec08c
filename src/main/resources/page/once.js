// What is made of an answer is made once: with each step of a scroll the page is painted anew, and lists have thousands of rows.

const made = new WeakMap();

/**
 * What a function makes of an answer or of a part of it.
 *
 * @param make needs nothing else but what is beside it; with something else beside it, it is made anew
 */
export function once(of, make, beside = null) {
  const all = made.get(of) ?? made.set(of, new Map()).get(of);
  const before = all.get(make);
  if (before && before.beside === beside) return before.result;
  const result = make(of, beside);
  all.set(make, { beside, result });
  return result;
}
