package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Traffic;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** A history up to a time, exclusive. */
final class Until implements Iterator<Traffic.Event> {
  private final Iterator<Traffic.Event> endless;
  private final long endMillis;
  private Traffic.Event next;

  Until(Iterator<Traffic.Event> endless, long endMillis) {
    this.endless = endless;
    this.endMillis = endMillis;
    this.next = endless.next();
  }

  @Override
  public boolean hasNext() {
    return next.atMillis() < endMillis;
  }

  @Override
  public Traffic.Event next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the history ends at " + endMillis + " ms");
    }
    Traffic.Event event = next;
    next = endless.next();
    return event;
  }
}
