// The things that records name, by the fields that have their ids. It knows no document.

/** Kinds and ids in the order in which the records have them, each once. A kind's id is in the field of its name. */
export function named(records, kinds) {
  const found = new Map();
  const visit = value => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (value !== null && typeof value === 'object') Object.entries(value).forEach(([name, each]) => (kinds.includes(name) && ['string', 'number'].includes(typeof each) && each !== '' ? found.set(`${name} ${each}`, { kind: name, id: String(each) }) : visit(each)));
  };
  records.forEach(visit);
  return [...found.values()];
}
