package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.readers.follow.LaneStanding;
import java.time.Instant;

/** Of which lane and turn an answer is, and what is proved of it. */
public final class LaneJson {
  private LaneJson() {}

  /** The first fields of each answer. */
  public static ObjectNode of(String domain, LaneStanding standing) {
    return fill(JsonNodeFactory.instance.objectNode().put("domain", domain), standing);
  }

  static ObjectNode fill(ObjectNode fields, LaneStanding standing) {
    return fields
        .put("lane", standing.lane())
        .put("turn", standing.turn())
        .put("at", Instant.ofEpochMilli(standing.atMillis()).toString())
        .put("proved", standing.isProved())
        .put("believedTo", standing.after())
        .put("proof", standing.proof());
  }
}
