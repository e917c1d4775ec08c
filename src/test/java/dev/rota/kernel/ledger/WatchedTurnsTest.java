package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.breaksTheRules;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.jammed;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.DecisionWatch;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.TreeRows;
import dev.rota.testing.TestAlarms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whoever watches is told of a turn what it publishes, and nothing twice: not what was taken back
 * with a deadline or an input, nor what was decided again because a later turn failed.
 */
final class WatchedTurnsTest {
  /** Enough for a few alarms that ring. */
  private static final long TURN_BYTES_MAX = 60;

  private final TestAlarms domain = new TestAlarms(1, TURN_BYTES_MAX);
  private final InputCodec codec = new InputCodec(domain);
  private final List<AlarmFact> told = new ArrayList<>();
  private final List<Deadline> fired = new ArrayList<>();
  private final LaneStore store =
      new LaneStore(
          new DomainVersions(domain, RulesAdoption.NEWEST, DecisionWatch.perTurn(new Told())),
          new TreeRows());
  private final Map<String, Integer> reasons = new HashMap<>();
  private int split;
  private long offset;

  private final class Told implements Watcher<State, Fact<State>> {
    @Override
    public Runnable decided(State view, List<Fact<State>> facts) {
      return () -> facts.forEach(fact -> told.add(AlarmFact.class.cast(fact)));
    }

    @Override
    public void fired(Deadline deadline) {
      fired.add(deadline);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, 2", "true, 3", "false, 1", "false, 2", "false, 3"})
  void whatIsToldOfATurnIsWhatItPublishes(boolean perPage, long seed) {
    if (perPage) {
      store.savePerPage();
    }
    Random random = new Random(seed);
    for (int i = 0; i < 400; i++) {
      long atMillis = 10L * i;
      switch (random.nextInt(12)) {
        case 0 -> take(SETTINGS, atMillis, breaksTheRules("home"));
        case 1 -> take(SETTINGS, atMillis, jammed("home", "bell" + i, random.nextInt(200)));
        case 2 -> take(CANCELS, atMillis, cancel("home", "alarm" + (i - 1)));
        case 3 -> take(new TurnArrival.Tick(atMillis));
        case 4 -> store.stateDigest("home");
        default -> {
          long ring = atMillis / 500 * 500 + 500; // many at once
          take(SETTINGS, atMillis, set("home", "alarm" + i, ring - atMillis));
        }
      }
    }
    assertThat(reasons).containsKeys(Output.ENGINE_FAULT, Output.DEADLINE_FAULT);
    assertThat(split).as("turns that deadlines filled").isGreaterThan(5);
  }

  private void take(String topic, long atMillis, SpecificRecord record) {
    take(codec.take(new InputPosition(topic, 0, offset++, atMillis, new byte[16]), record));
  }

  private void take(TurnArrival arrival) {
    store
        .lane("home")
        .take(
            arrival,
            arrival.timestampMillis(),
            turn -> {
              split += turn.isOf(arrival) ? 0 : 1;
              check(turn);
            });
  }

  private void check(DecidedTurn turn) {
    if (turn.entry().reason() != null) {
      reasons.merge(turn.entry().reason(), 1, Integer::sum);
    }
    List<Output> published =
        turn.published().stream().filter(one -> one.channel() != Channel.DEAD_LETTERS).toList();
    assertThat(told)
        .extracting(fact -> Objects.requireNonNull(domain.wire().write("home", fact)).record())
        .as("turn %d", turn.entry().number())
        .isEqualTo(published.stream().map(Output::record).toList());
    assertThat(fired)
        .hasSize((int) published.stream().filter(one -> one.rule().equals("alarms.ring")).count());
    told.clear();
    fired.clear();
  }
}
