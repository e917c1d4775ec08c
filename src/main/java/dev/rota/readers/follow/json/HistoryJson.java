package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.ThingEvent;
import dev.rota.readers.follow.ThingHistory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Why things are as they are. */
public final class HistoryJson {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** So many that are alike are shown as the first of them. */
  private static final int ALIKE = 4;

  private HistoryJson() {}

  /**
   * The things that an id may mean.
   *
   * @param kind null: any of the domain's kinds
   * @throws BadQuestion if the domain has no such kind
   */
  public static List<Thing> things(List<String> kinds, String kind, String id) {
    if (kind != null && !kinds.contains(kind)) {
      throw BadQuestion.unknown("kind", kind, kinds, "expected one of " + String.join(", ", kinds));
    }
    return kinds.stream()
        .filter(one -> kind == null || kind.equals(one))
        .map(one -> new Thing(one, id))
        .toList();
  }

  /** What was decided about each thing. */
  public static ObjectNode of(String domain, LaneStanding standing, List<ThingHistory> histories) {
    ObjectNode fields = LaneJson.of(domain, standing);
    ArrayNode things = fields.putArray("things");
    histories.forEach(history -> fill(things.addObject(), history));
    return fields;
  }

  private static void fill(ObjectNode fields, ThingHistory history) {
    fields.put("kind", history.thing().kind()).put("id", history.thing().id());
    if (history.now() != null) {
      fill(fields.putObject("now"), history.now());
    }
    fields.put("decisions", history.count());
    for (ThingEvent event : history.events()) {
      ObjectNode one = fields.withArray("history").addObject();
      one.put("turn", event.turn()).put("at", Instant.ofEpochMilli(event.atMillis()).toString());
      fill(one, event.reason());
    }
  }

  /** Of many candidates that are alike, all but the first say whom they are like. */
  private static void fill(ObjectNode fields, Reason reason) {
    fields.put("what", reason.what()).put("rule", reason.rule());
    Map<String, List<Candidate>> alike =
        reason.candidates().stream().collect(Collectors.groupingBy(HistoryJson::likeness));
    for (Candidate candidate : reason.candidates()) {
      ObjectNode one =
          fields
              .withArray("candidates")
              .addObject()
              .put("kind", candidate.thing().kind())
              .put("id", candidate.thing().id())
              .put("chosen", candidate.chosen())
              .put("why", candidate.why())
              .put("rule", candidate.rule());
      List<Candidate> group = alike.get(likeness(candidate));
      Thing first = group.get(0).thing();
      if (group.size() >= ALIKE && !first.equals(candidate.thing())) {
        one.put("like", first.id());
      }
    }
  }

  /** Candidates of a kind are alike if only the numbers in their reasons differ. */
  private static String likeness(Candidate one) {
    String numberless = NUMBER.matcher(one.why()).replaceAll("#");
    return one.chosen() + " " + one.thing().kind() + " " + one.rule() + " " + numberless;
  }
}
