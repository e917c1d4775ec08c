package dev.rota.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.follow.Followed;
import dev.rota.http.Reply;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** How far the domains are followed. */
record StandingRoutes(Live live) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int UNAVAILABLE = 503;

  List<Route> all() {
    return List.of(
        Route.json(
            "/livez", "200 as long as the process answers", call -> Json.of(object("alive", true))),
        Route.json(
            "/readyz",
            "200 once all that was committed at the start is decided again; until then 503",
            call -> ready()),
        Route.json(
            "/status",
            "how far each partition is followed; the tasks that this process has",
            call -> Json.of(status())),
        Route.json(
            "/v1/domains",
            "the domains that are followed, how far, and whether all of it is proved",
            call -> Json.of(domains())));
  }

  private Reply ready() {
    boolean ready = followed().stream().allMatch(one -> one.caughtUp() || one.difference() != null);
    return ready
        ? Json.of(object("ready", true))
        : Json.reply(
            UNAVAILABLE,
            object("ready", false).put("behindRecords", behind(followed())),
            Map.of("Retry-After", "1", "Cache-Control", "no-store"));
  }

  private List<Followed> followed() {
    return live.followed().stream().flatMap(one -> one.standings().stream()).toList();
  }

  private static ObjectNode object(String name, boolean value) {
    return JsonNodeFactory.instance.objectNode().put(name, value);
  }

  private ObjectNode status() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    ArrayNode domains = status.putArray("domains");
    live.all()
        .forEach(
            (name, domain) -> {
              ArrayNode partitions = domains.addObject().put("domain", name).putArray("partitions");
              domain.standings().forEach(one -> partitions.add(JSON.valueToTree(one)));
            });
    status.set("engine", JSON.valueToTree(live.elsewhere().engine()));
    return status;
  }

  private ObjectNode domains() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    ArrayNode list = all.putArray("domains");
    live.all().forEach((name, one) -> fill(list.addObject(), name, one.standings()));
    return all;
  }

  private static void fill(ObjectNode fields, String name, List<Followed> partitions) {
    fields
        .put("domain", name)
        .put("partitions", partitions.size())
        .put("lanes", partitions.stream().mapToInt(Followed::lanes).sum())
        .put("turns", partitions.stream().mapToLong(Followed::turns).sum())
        .put("behindRecords", behind(partitions))
        .put("proved", partitions.stream().allMatch(Followed::isProved))
        .put("difference", first(partitions.stream().map(Followed::difference).toList()))
        .put("trouble", first(partitions.stream().map(Followed::trouble).toList()));
  }

  private static long behind(List<Followed> partitions) {
    return partitions.stream().mapToLong(Followed::behind).sum();
  }

  private static String first(List<String> some) {
    return some.stream().filter(Objects::nonNull).findFirst().orElse(null);
  }
}
