package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.forecast.ComingStarts;
import dev.rota.readers.forecast.ForeseenStart;
import dev.rota.readers.forecast.ForeseenStart.Outcome;
import java.time.Instant;
import java.util.List;

/** When things are started, as far as that is known. */
public final class ForecastJson {
  private ForecastJson() {}

  /** Of things. */
  public static ObjectNode of(String domain, LaneStanding standing, List<ForeseenStart> things) {
    ObjectNode fields = LaneJson.of(domain, standing);
    ArrayNode list = fields.putArray("things");
    things.forEach(thing -> fill(list.addObject(), thing));
    return fields;
  }

  /** Of the next things that are started. */
  public static ObjectNode of(String domain, LaneStanding standing, ComingStarts coming) {
    ObjectNode fields = LaneJson.of(domain, standing).put("asOf", time(coming.asOfMillis()));
    ArrayNode next = fields.putArray("next");
    coming.starts().forEach(start -> fill(next.addObject(), start, coming.asOfMillis()));
    if (coming.stopped() != null) {
      fields.put("stopped", coming.stopped());
    }
    return assumed(fields, coming.assumed());
  }

  private static void fill(ObjectNode fields, ForeseenStart foreseen) {
    fields
        .put("kind", foreseen.thing().kind())
        .put("id", foreseen.thing().id())
        .put("outcome", foreseen.outcome().name())
        .put("asOf", time(foreseen.asOfMillis()));
    if (foreseen.told() != null) {
      fields.put("told", foreseen.told());
    }
    if (foreseen.start() != null) {
      start(fields, foreseen.start(), foreseen.asOfMillis());
    }
    if (foreseen.reason() != null) {
      fields
          .putObject("reason")
          .put("what", foreseen.reason().what())
          .put("rule", foreseen.reason().rule());
    }
    if (foreseen.outcome() != Outcome.STARTED && foreseen.outcome() != Outcome.OVER) {
      fields.put("turns", foreseen.turns()).put("until", time(foreseen.atMillis()));
      assumed(fields, foreseen.assumed());
    }
  }

  private static void fill(ObjectNode fields, Start start, long asOfMillis) {
    fields.put("kind", start.thing().kind()).put("id", start.thing().id());
    start(fields, start, asOfMillis);
  }

  private static void start(ObjectNode fields, Start start, long asOfMillis) {
    fields
        .put("at", time(start.atMillis()))
        .put("inMillis", start.atMillis() - asOfMillis)
        .put("where", start.where());
  }

  private static ObjectNode assumed(ObjectNode fields, List<String> assumed) {
    ArrayNode all = fields.putArray("assumed");
    assumed.forEach(all::add);
    return fields;
  }

  private static String time(long atMillis) {
    return Instant.ofEpochMilli(atMillis).toString();
  }
}
