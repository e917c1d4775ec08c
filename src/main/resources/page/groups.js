// What waits, together by its reason: how much it is, and how old the oldest. It knows no document.

/** Items by their reason, those with the oldest first; `since` is of the oldest, null if it is not known of all. */
export function grouped(items) {
  const groups = new Map();
  for (const item of items) {
    const reason = item.reason ?? item.what;
    if (!groups.has(reason)) groups.set(reason, []);
    groups.get(reason).push(item);
  }
  const all = [...groups].map(([reason, its]) => ({ reason, items: its, since: its.every(one => one.since) ? Math.min(...its.map(one => one.since)) : null }));
  return all.every(one => one.since !== null) ? all.toSorted((a, b) => a.since - b.since) : all;
}

/** The rows of groups: a head for each of several items, followed by them if it is open; an item that is alone stands alone. */
export function rowsOf(groups, isOpen) {
  return groups.flatMap(group => (group.items.length === 1 ? group.items : [{ group }, ...(isOpen(group) ? group.items : [])]));
}

/** A reason whose numbers are left open: `place … of …`. Reasons that differ in numbers alone are one. */
export function withoutNumbers(text) {
  return String(text).replaceAll(/\d[\d\u202f.]*/g, '…');
}
