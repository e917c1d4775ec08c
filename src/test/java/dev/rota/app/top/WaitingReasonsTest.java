package dev.rota.app.top;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotsDomain;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.ReasonGroups;
import dev.rota.kernel.domain.State;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Book;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What waits in a lane, grouped by reason. */
final class WaitingReasonsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int EVENTS = 500;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  /** Traffic in which something waits: of bots, few are heard. */
  private static Iterator<Traffic.Event> traffic(Domain domain, long seed) {
    Stream<Traffic.Event> all =
        Stream.generate(DomainTraffic.of(domain).start("here", seed)::next)
            .filter(one -> !one.topic().equals("bot-heartbeats") || heard(one));
    return all.iterator();
  }

  private static boolean heard(Traffic.Event event) {
    return Math.floorMod(((BotHeartbeat) event.record()).getBot().hashCode(), 12) == 0;
  }

  private static JsonNode ask(Domain domain, State state, String query, Map<String, Object> args) {
    return JSON.valueToTree(
        domain.card().queries().get(query).answer(state, new QueryArguments(args)));
  }

  @ParameterizedTest
  @MethodSource("domains")
  void allThatWaitsIsInOneGroup(Domain domain) {
    Book book = new Book(domain);
    Iterator<Traffic.Event> traffic = traffic(domain, 4);
    Set<String> reasons = new HashSet<>();
    int most = 0;
    for (int i = 0; i < EVENTS; i++) {
      Traffic.Event event = traffic.next();
      book.take(event.topic(), "here", event.atMillis(), event.record());
      State state = book.lane("here").state();
      JsonNode groups = ask(domain, state, "reasons", Map.of());
      long sum = 0;
      for (JsonNode group : groups) {
        assertThat(group.path("waiting").asLong()).isPositive();
        assertThat(group.path("reason").asText()).isNotBlank();
        reasons.add(group.path("reason").asText());
        sum += group.path("waiting").asLong();
      }
      assertThat(sum).as("turn %d", i + 1).isEqualTo(domain.card().figures(state).waiting());
      most = Math.max(most, groups.size());
    }
    assertThat(reasons).as("something waits").isNotEmpty();
    assertThat(most).isPositive();
  }

  @Test
  void whatNobodyAskedAboutIsToldToo() {
    BotsDomain bots = new BotsDomain();
    var book = new Book(bots);
    Iterator<Traffic.Event> traffic = traffic(bots, 9);
    for (int i = 0; i < EVENTS; i++) {
      Traffic.Event event = traffic.next();
      book.take(event.topic(), "here", event.atMillis(), event.record());
    }
    var state = book.lane("here").state();
    long waiting = bots.card().figures(state).waiting();
    assertThat(waiting).isGreaterThan(1);
    JsonNode groups = ask(bots, state, "reasons", Map.of("limit", 1L));
    assertThat(groups).hasSize(2);
    assertThat(groups.get(0).path("waiting").asLong()).isEqualTo(1);
    assertThat(groups.get(1).path("reason").isNull()).isTrue();
    assertThat(groups.get(1).path("waiting").asLong()).isEqualTo(waiting - 1);
  }

  @Test
  void aGroupNamesItsOldest() {
    ReasonGroups groups = new ReasonGroups();
    groups.add("quota", "b", 2, 20L);
    groups.add("bots", "x", 1, null);
    groups.add("quota", "a", 3, 10L);
    groups.add("quota", "c", 1, 30L);
    assertThat(JSON.valueToTree(groups.told()).toString())
        .isEqualTo(
            """
            [{"reason":"quota","waiting":6,"since":10,"oldest":"a"},\
            {"reason":"bots","waiting":1,"since":null,"oldest":"x"}]\
            """);
  }
}
