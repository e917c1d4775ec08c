// A record in one line: its first plain values, without what all of its kind have.

const PARTS = 4;

/** The first values with their names; `key` is the record's own, which says nothing of it. */
export function brief(record, key) {
  if (record === null || typeof record !== 'object') return '';
  const plain = Object.entries(record).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '' && value !== key);
  return plain.slice(0, PARTS).map(([name, value]) => `${name} ${value}`).join(', ');
}
