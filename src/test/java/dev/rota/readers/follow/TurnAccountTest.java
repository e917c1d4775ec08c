package dev.rota.readers.follow;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmState;
import dev.rota.base.lines.JsonAvro;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.TurnHeadline;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.json.AskedQuery;
import dev.rota.readers.follow.json.TurnJson;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Pages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is told of a turn is what it took, published and changed. */
final class TurnAccountTest {
  private static final int EVENTS = 80;
  private static final long SEED = 3;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  private static TurnAccount<JsonNode> told(
      Domain domain, LedgerLogs logs, String lane, long turn) {
    return new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, lane)
        .turn(turn, AskedQuery.state(domain)::answer);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void itIsAsItWasDecided(Domain domain) {
    Book book = new Book(domain);
    book.play("lane", SEED, EVENTS);
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(7));
    Set<String> headlines = new HashSet<>();
    JsonNode state = null;
    for (int turn = 1; turn <= EVENTS; turn++) {
      DecidedTurn decided = book.turns().get(turn - 1);
      TurnAccount<JsonNode> account = told(domain, logs, "lane", turn);
      assertThat(account.standing().turn()).isEqualTo(turn);
      assertThat(account.before()).as("before turn " + turn).isEqualTo(state);
      state = account.after();
      JsonNode json = new TurnJson(domain).of(account);
      assertThat(json.get("differs").isNull()).isTrue();
      outputs(domain, decided.published(), json);
      assertThat(json.at("/input/key").asText()).isEqualTo("lane");
      assertThat(json.at("/input/record").isObject()).as(json.toString()).isTrue();
      assertThat(json.at("/input/topicNow").asText()).contains("is not among what is read here");
      headlines.add(account.headline());
      if (!decided.published().isEmpty()) {
        assertThat(account.headline())
            .as("turn %d: %s", turn, decided.published())
            .isNotBlank()
            .hasSizeLessThanOrEqualTo(TurnHeadline.LENGTH_MAX)
            .doesNotContain("null");
      }
    }
    assertThat(headlines).hasSizeGreaterThan(EVENTS / 4);
  }

  private static void outputs(Domain domain, List<Output> published, JsonNode json) {
    assertThat(json.get("outputCount").asInt()).isEqualTo(published.size());
    assertThat(json.get("outputs")).hasSize(Math.min(200, published.size()));
    for (int i = 0; i < json.get("outputs").size(); i++) {
      Output output = published.get(i);
      JsonNode told = json.get("outputs").get(i);
      assertThat(told.get("topic").asText()).isEqualTo(output.channel().topic(domain.name()));
      if (output.record() != null) {
        assertThat(told.get("record")).isEqualTo(JsonAvro.toJson(output.record()));
      }
    }
  }

  /** The alarms that are set. */
  private static TurnAccount<JsonNode> alarms(
      AlarmDomain domain, LedgerLogs logs, String lane, long turn) {
    return new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, lane)
        .turn(
            turn,
            state -> {
              ObjectNode set = JsonNodeFactory.instance.objectNode();
              Stream.of("tea", "egg")
                  .filter(id -> ((AlarmState) state).alarm(id) != null)
                  .forEach(id -> set.put(id, true));
              return set;
            });
  }

  @Test
  void ofAnInputThatCouldNotBeReadTheBytesAreShownAndWhy() {
    AlarmDomain domain = new AlarmDomain();
    Book book = new Book(domain);
    book.unreadable(SETTINGS, "~0", 5, "no record".getBytes(UTF_8));
    book.unreadable(SETTINGS, "~0", 6, new byte[10_000]);
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(2));

    JsonNode one = new TurnJson(domain).of(alarms(domain, logs, "~0", 1));
    assertThat(one.at("/input/bytes").asText()).isEqualTo("no record");
    assertThat(one.at("/input/why").asText()).isEqualTo("it could not be read: BAD_FRAMING");
    assertThat(one.at("/outputs/0/reason").asText()).isEqualTo("BAD_FRAMING");
    JsonNode large = new TurnJson(domain).of(alarms(domain, logs, "~0", 2));
    assertThat(large.at("/input/bytes").asText()).hasSize(2 + 2 * 4_096);
    assertThat(large.at("/input/bytesLeftOut").asInt()).isEqualTo(10_000 - 4_096);
  }

  @Test
  void aTickHasNoInputAndSaysWhatItChanged() {
    AlarmDomain domain = new AlarmDomain();
    Book book = new Book(domain);
    book.take(SETTINGS, "home", 0, set("home", "tea", 100));
    book.take(SETTINGS, "work", 0, set("work", "egg", 100));
    book.tick("home", 150);
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(3));
    ObjectNode json = new TurnJson(domain).of(alarms(domain, logs, "home", 2));
    assertThat(json.get("kind").asText()).isEqualTo("TICK");
    assertThat(json.get("input").isNull()).isTrue();
    assertThat(json.get("changeCount").asInt()).isOne();
    assertThat(json.get("changes").toString())
        .isEqualTo("[{\"path\":\"tea\",\"before\":true,\"after\":null}]");
  }

  @Test
  void ofATurnThatIsNotWhatTheRulesDecideTheLedgersWordsAreToldAndTheDifference() {
    AlarmDomain domain = new AlarmDomain();
    Book book = new Book(domain);
    for (int i = 1; i <= 6; i++) {
      book.take(SETTINGS, "home", i, set("home", "tea-" + i, 100L * i));
    }
    List<DecidedTurn> turns = new ArrayList<>(book.turns());
    DecidedTurn third = turns.get(2);
    TurnEntry entry = third.entry();
    TurnEntry forged = new TestTurn(entry).outputs(entry.outputs() + 1).entry();
    turns.set(2, new DecidedTurn(forged, third.stateDigest(), third.published(), List.of()));
    LedgerLogs logs = new LedgerLogs(domain.name(), Pages.of(2, turns));

    assertThat(new TurnJson(domain).of(alarms(domain, logs, "home", 2)).get("differs").isNull())
        .isTrue();
    for (long turn = 3; turn <= 6; turn++) {
      JsonNode json = new TurnJson(domain).of(alarms(domain, logs, "home", turn));
      assertThat(json.get("turn").asLong()).isEqualTo(turn);
      assertThat(json.get("proved").asBoolean()).isFalse();
      assertThat(json.get("differs").asText()).contains("turn 3");
      assertThat(json.get("outputs").isNull()).isTrue();
      assertThat(json.get("changes").isNull()).isTrue();
      assertThat(json.at("/input/record").toString()).contains("tea-" + turn);
    }
  }
}
