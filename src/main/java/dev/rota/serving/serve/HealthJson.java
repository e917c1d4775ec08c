package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.AnswerJson;
import dev.rota.road.health.LaneSetAside;
import dev.rota.road.health.PartitionFinding;
import dev.rota.road.health.PartitionHealth;
import dev.rota.road.health.PartitionOwner;
import dev.rota.road.health.RecentLetters;
import dev.rota.road.health.WaitingInputs;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** The model of health as JSON. What is not known is null. */
final class HealthJson {
  /** Further ones are only counted. */
  private static final int LANES_MAX = 100;

  private HealthJson() {}

  /** Of a domain: the worst level, what waits, and what is not well, the worst first. */
  static ObjectNode of(String domain, List<PartitionHealth> all) {
    ObjectNode health =
        JsonNodeFactory.instance.objectNode().put("level", PartitionFinding.worst(all).name());
    boolean known = !all.isEmpty() && all.stream().allMatch(one -> one.waiting() != null);
    WaitingInputs waiting =
        all.stream()
            .map(PartitionHealth::waiting)
            .filter(Objects::nonNull)
            .reduce(WaitingInputs.NONE, WaitingInputs::plus);
    fill(health, known ? waiting : null);
    long asOf = all.stream().mapToLong(PartitionHealth::asOfMillis).min().orElse(0);
    health.put("asOf", time(asOf));
    findings(domain, all, health.putArray("findings"));
    return health;
  }

  /** Adds what is not well. */
  static void findings(String domain, List<PartitionHealth> all, ArrayNode to) {
    for (PartitionFinding one : PartitionFinding.of(domain, all, System.currentTimeMillis())) {
      ObjectNode told =
          to.addObject()
              .put("domain", domain)
              .put("level", one.cause().level().name())
              .put("cause", one.cause().name())
              .put("rank", one.cause().rank())
              .put("text", one.text())
              .put("since", time(one.sinceMillis()))
              .put("next", one.next().sentence())
              .put("command", one.next().command())
              .put("runbook", one.cause().runbook());
      one.partitions().forEach(told.withArray("partitions")::add);
    }
  }

  /** Of a partition. */
  static ObjectNode of(PartitionHealth one) {
    ObjectNode health =
        JsonNodeFactory.instance
            .objectNode()
            .put("level", one.level().name())
            .put("cause", one.cause().name())
            .put("detail", one.detail())
            .put("since", time(one.sinceMillis()));
    fill(health, one.waiting());
    health.set("deadLetters", letters(one.letters()));
    ArrayNode setAside = health.put("lanesSetAside", one.setAside().size()).putArray("setAside");
    for (LaneSetAside lane : one.setAside().stream().limit(LANES_MAX).toList()) {
      setAside
          .addObject()
          .put("lane", lane.lane())
          .put("afterTurn", lane.afterTurn())
          .put("since", time(lane.sinceMillis()));
    }
    PartitionOwner owner = one.owner();
    return health
        .put("owner", owner == null ? null : owner.kind().name())
        .put("ownerIs", owner == null ? null : owner.words())
        .put("heldSince", time(one.heldSince()))
        .put("asOf", time(one.asOfMillis()));
  }

  private static ObjectNode letters(RecentLetters some) {
    if (some.isNone()) {
      return null;
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("since", time(some.sinceMillis()))
        .put("lastAt", time(some.lastMillis()))
        .put("last", some.last())
        .set("byReason", AnswerJson.tree(some.byReason()));
  }

  private static void fill(ObjectNode health, WaitingInputs waiting) {
    health
        .put("waitingInputs", waiting == null ? null : waiting.count())
        .put("waitingSince", waiting == null ? null : time(waiting.sinceMillis()));
  }

  private static String time(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis).toString();
  }
}
