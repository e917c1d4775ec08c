package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpReply;
import dev.rota.base.lines.AnswerJson;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.road.health.LedgerReading.Progress;
import dev.rota.road.health.PartitionHealth;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** How far the domains are followed. */
record StandingRoutes(FollowedDomains live) {
  private static final int UNAVAILABLE = 503;

  List<ServedRoute> all() {
    return List.of(
        ServedRoute.json(
                "/livez",
                "200 as long as the process answers",
                _ -> JsonAnswers.of(Map.of("alive", true)))
            .with("Alive"),
        ServedRoute.json(
                "/readyz",
                "200 while answers are current: caught up, Kafka answers, no input waits undecided",
                _ -> ready())
            .with("Readiness"),
        ServedRoute.json(
                "/status",
                "how far each partition is followed; the tasks that this process has",
                _ -> JsonAnswers.of(status()))
            .with("Status"),
        ServedRoute.json(
                "/v1/domains",
                "the domains that are followed, how far, and whether all of it is verified",
                _ -> JsonAnswers.of(domains()))
            .with("Domains"));
  }

  private HttpReply ready() {
    // Once: what is not ready must be among the findings.
    Map<String, List<PartitionHealth>> health = new LinkedHashMap<>();
    live.followed().forEach(one -> health.put(one.domain().name(), one.health()));
    boolean ready =
        health.values().stream().flatMap(List::stream).allMatch(PartitionHealth::isReady);
    ObjectNode said = JsonNodeFactory.instance.objectNode().put("ready", ready);
    if (!ready) {
      said.put("behindRecords", behind(followed()));
    }
    ArrayNode findings = said.putArray("findings");
    health.forEach((domain, all) -> HealthJson.findings(domain, all, findings));
    return ready
        ? JsonAnswers.of(said)
        : JsonAnswers.reply(
            UNAVAILABLE, said, Map.of("Retry-After", "1", "Cache-Control", "no-store"));
  }

  private List<FollowProgress> followed() {
    return live.followed().stream().flatMap(one -> one.standings().stream()).toList();
  }

  private ObjectNode status() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    ArrayNode domains = status.putArray("domains");
    live.all()
        .forEach(
            (name, domain) -> {
              ObjectNode one = domains.addObject().put("domain", name);
              List<PartitionHealth> all = domain.health();
              HealthJson.findings(name, all, one.putArray("findings"));
              ArrayNode partitions = one.putArray("partitions");
              Map<Integer, PartitionHealth> health = new HashMap<>();
              all.forEach(each -> health.put(each.partition(), each));
              for (FollowProgress progress : domain.standings()) {
                ObjectNode told = told(progress);
                PartitionHealth known = health.get(progress.partition());
                partitions.add(known == null ? told : told.set("health", HealthJson.of(known)));
              }
            });
    live.beside("/status").forEach(domains::add);
    status.set("engine", AnswerJson.tree(live.elsewhere().engine()));
    return status;
  }

  private static ObjectNode told(FollowProgress partition) {
    Progress read = partition.progress();
    return JsonNodeFactory.instance
        .objectNode()
        .put("partition", partition.partition())
        .put("lanes", partition.lanes())
        .put("turns", partition.turns())
        .put("behind", read.behind())
        .put("bytes", partition.bytes())
        .put("provedAt", partition.provedAt())
        .put("begun", partition.begun())
        .put("caughtUp", read.caughtUp())
        .put("behindSince", read.behindSince())
        .put("difference", read.difference().what())
        .put("differenceSince", read.difference().sinceMillis())
        .put("trouble", read.trouble().what())
        .put("troubleSince", read.trouble().sinceMillis())
        .put("proved", partition.isProved());
  }

  private ObjectNode domains() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    ArrayNode list = all.putArray("domains");
    live.all()
        .forEach(
            (name, one) ->
                fill(list.addObject(), name, one.standings())
                    .set("health", HealthJson.of(name, one.health())));
    live.beside("/v1/domains").forEach(list::add);
    return all;
  }

  private static ObjectNode fill(ObjectNode fields, String name, List<FollowProgress> partitions) {
    return fields
        .put("domain", name)
        .put("partitions", partitions.size())
        .put("lanes", partitions.stream().mapToInt(FollowProgress::lanes).sum())
        .put("turns", partitions.stream().mapToLong(FollowProgress::turns).sum())
        .put("behindRecords", behind(partitions))
        .put("proved", partitions.stream().allMatch(FollowProgress::isProved))
        .put("difference", first(partitions.stream().map(FollowProgress::difference).toList()))
        .put("trouble", first(partitions.stream().map(FollowProgress::trouble).toList()));
  }

  private static long behind(List<FollowProgress> partitions) {
    return partitions.stream().mapToLong(FollowProgress::behind).sum();
  }

  private static String first(List<String> some) {
    return some.stream().filter(Objects::nonNull).findFirst().orElse(null);
  }
}
