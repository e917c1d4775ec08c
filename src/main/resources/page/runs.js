// Decisions that follow each other and are alike, such as those of a claim that waits for block after block.

/** Runs of decisions of one rule whose sentences differ in numbers alone. */
export function runs(all) {
  const found = [];
  let last = null;
  for (const event of all) {
    const shape = `${event.rule} ${event.what.replace(/\d+/g, '#')}`;
    if (shape === last) found.at(-1).push(event);
    else found.push([event]);
    last = shape;
  }
  return found;
}
