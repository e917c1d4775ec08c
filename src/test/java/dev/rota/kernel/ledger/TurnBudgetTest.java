package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmSetting;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.ledger.TurnEntry.Kind;
import dev.rota.kernel.ledger.limits.TurnTooLarge;
import dev.rota.kernel.table.Sha256;
import dev.rota.testing.Book;
import dev.rota.testing.TestAlarms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A turn writes no more than its budget. What is too much alone is answered, what is so together
 * waits.
 */
final class TurnBudgetTest {
  private static final long BUDGET = 1000;

  private final TestAlarms domain = new TestAlarms(1, BUDGET);
  private final Book book = new Book(domain);
  private final InputCodec codec = new InputCodec(domain);

  @AfterEach
  void aReplayDecidesTheSame() {
    assertThat(book.replayed(domain))
        .hasSameSizeAs(book.turns())
        .allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void anInputThatIsTooMuchIsADeadLetterAndTheLaneGoesOn() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 500));
    long before = book.lane("home").cursor().stateDigest();

    var decided = book.take(SETTINGS, "home", 1, set("home", "x".repeat(2000), 500));

    assertThat(decided.entry().reason()).isEqualTo("TURN_TOO_LARGE");
    assertThat(decided.stateDigest()).isEqualTo(before);
    assertThat(decided.published()).singleElement().matches(Output::isInput);
    assertThat(decided.fault(0))
        .hasMessageContaining("bytes and more, 1000 are its budget")
        .hasMessageContaining("AlarmOutcome (alarms.set)")
        .hasMessageContaining("nothing of it is decided; send less");
    assertThat(said(book.take(SETTINGS, "home", 2, set("home", "egg", 500))))
        .containsExactly("alarms.set");
  }

  @Test
  void aDeadlineThatIsTooMuchIsSetAside() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 300));
    book.take(SETTINGS, "home", 0, noted("bell", "n".repeat(2000)));
    book.take(SETTINGS, "home", 0, set("home", "zeal", 300));

    List<DecidedTurn> all = takeAll(set("home", "egg", 1), 400);

    assertThat(all.stream().flatMap(one -> said(one).stream()))
        .containsExactly("DEADLINE_FAULT", "alarms.ring", "alarms.ring", "alarms.set");
    assertThat(all.get(0).fault(0))
        .hasMessageContaining("AlarmRing (alarms.ring)")
        .isInstanceOf(TurnTooLarge.class);
    assertThat(book.tick("home", 401).published()).hasSize(1);
    assertThat(book.lane("home").nextDeadline()).isEqualTo(Engine.NEVER);
  }

  @Test
  void deadlinesThatAreTooMuchTogetherAreSpreadOverTicksBeforeTheInput() {
    for (int i = 0; i < 200; i++) {
      book.take(SETTINGS, "home", 0, set("home", "alarm-%03d".formatted(i), 300));
    }

    List<DecidedTurn> all = takeAll(set("home", "egg", 300), 400);

    assertThat(all).hasSizeGreaterThan(3);
    for (DecidedTurn decided : all) {
      assertThat(bytes(decided)).isLessThanOrEqualTo(BUDGET);
      assertThat(decided.entry().atMillis()).isEqualTo(400);
    }
    assertThat(all.subList(0, all.size() - 1))
        .allMatch(one -> one.entry().kind() == Kind.TICK)
        .allMatch(one -> one.entry().source() == null)
        .allMatch(one -> bytes(one) > BUDGET / 2);
    assertThat(all.get(all.size() - 1).entry().kind()).isEqualTo(Kind.INPUT);
    assertThat(all.stream().flatMap(one -> said(one).stream()).filter("alarms.ring"::equals))
        .hasSize(200);
    assertThat(said(all.get(all.size() - 1))).endsWith("alarms.set");
  }

  @Test
  void anInputThatIsTooMuchOnlyWithItsDeadlinesWaitsForATurnOfItsOwn() {
    for (int i = 0; i < 5; i++) {
      book.take(SETTINGS, "home", 0, set("home", "alarm-" + i, 300));
    }

    List<DecidedTurn> all = takeAll(set("home", "x".repeat(960), 300), 400);

    assertThat(all).hasSize(2);
    assertThat(all.get(0).entry().kind()).isEqualTo(Kind.TICK);
    assertThat(said(all.get(0))).hasSize(5).containsOnly("alarms.ring");
    assertThat(all.get(1).entry().reason()).isNull();
    assertThat(said(all.get(1))).containsExactly("alarms.set");
  }

  @Test
  void aRestartBetweenTheTicksChangesNothing() {
    for (int i = 0; i < 100; i++) {
      book.take(SETTINGS, "home", 0, set("home", "alarm-%03d".formatted(i), 300));
    }
    int rang = 0;
    while (book.lane("home").nextDeadline() <= 300) {
      rang += book.tick("home", 300).published().size();
      book.restart();
    }
    assertThat(rang).isEqualTo(100);
  }

  private static AlarmSetting noted(String id, String note) {
    return new AlarmSetting("home", id, 300L, note);
  }

  /** As the road takes an input: with all that comes before it. */
  private List<DecidedTurn> takeAll(AlarmSetting input, long atMillis) {
    byte[] digest = new Sha256().field("there".getBytes(UTF_8)).finish();
    List<DecidedTurn> all = new ArrayList<>();
    var arrival = codec.take(new InputPosition(SETTINGS, 0, 10_000, atMillis, digest), input);
    book.lane("home").take(arrival, arrival.timestampMillis(), all::add);
    all.forEach(book::add);
    return all;
  }

  private static long bytes(DecidedTurn decided) {
    return decided.published().stream()
        .filter(one -> !one.isDeadLetter())
        .mapToLong(one -> one.payload().length)
        .sum();
  }

  private static List<String> said(DecidedTurn decided) {
    return decided.published().stream().map(Output::rule).toList();
  }
}
