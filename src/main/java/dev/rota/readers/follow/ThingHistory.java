package dev.rota.readers.follow;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import java.util.List;

/**
 * Why a thing is as it is.
 *
 * @param now its present reason; null: the lane does not have it any more
 * @param events decisions about it that were asked for, the oldest first
 * @param count how many of these there were
 */
public record ThingHistory(Thing thing, Reason now, List<ThingEvent> events, long count) {
  /** Returns true if the lane knows nothing of it. */
  boolean isEmpty() {
    return now == null && events.isEmpty();
  }
}
