// Which turns of a list are looked for: what the address says, what the server is asked, and what of the new ones fits.

export const KINDS = ['INPUT', 'TICK', 'UNREADABLE', 'ADOPT', 'LEAVE', 'ARRIVE'];
const SHOWN = { inputs: { kind: 'INPUT' }, refused: { reason: 'any' }, decided: { decided: true } };

/** The filter of the address. The buttons and the fields say the same in two ways; the fields count. */
export function filterOf({ show, kind, reason, find }) {
  const chosen = SHOWN[show] ?? {};
  return {
    kind: KINDS.includes(kind) ? kind : chosen.kind ?? null,
    reason: reason?.trim() || chosen.reason || null,
    decided: chosen.decided ?? false,
    text: find?.trim() || null,
  };
}

/** Whether more is looked for than the index of the lane can count. */
export function isSought({ kind, reason, find }) {
  return KINDS.includes(kind) || Boolean(reason?.trim()) || Boolean(find?.trim());
}

/** What the server is asked: a page of the turns that fit, before one of them. */
export function wanted({ kind, reason, decided, text }, before, limit) {
  return { kind, reason, decided: decided ? 'yes' : null, text, idle: kind === 'TICK' ? null : 'no', before, limit };
}

/** Whether a turn fits, as the server judges it. */
export function takes({ kind, reason, decided, text }, one) {
  if (kind && one.kind !== kind) return false;
  if (reason && (reason === 'any' ? !one.reason : one.reason !== reason)) return false;
  if (decided && !(one.outputs > 0)) return false;
  if (kind !== 'TICK' && one.kind === 'TICK' && !one.outputs && !one.reason) return false;
  const lower = text?.toLowerCase();
  return !lower || [one.said, one.input, one.reason].some(each => each?.toLowerCase().includes(lower));
}
