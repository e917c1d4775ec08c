package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.domain.measures.FactCounter;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.FactTallies.Counter;
import dev.rota.readers.follow.FactTallies.Kind;
import dev.rota.readers.follow.held.TurnTally;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the turns of a partition decide is counted once, and by what it is. */
final class FactCountingTest {
  private static final long NOW = 10_000;

  private enum Why {
    QUOTA,
    NO_BOT
  }

  private record Refused(Why why) implements Fact<State> {
    @Override
    public void applyTo(State state) {
      // It is only counted.
    }
  }

  private record Moved(long items) implements Fact<State> {
    @Override
    public void applyTo(State state) {
      // It is only counted.
    }
  }

  private static final class Monitor implements DomainMonitor<State, Fact<State>> {
    @Override
    public QueueVitals vitals(State state) {
      return new QueueVitals(0, 0);
    }

    @Override
    public void count(Fact<State> fact, FactCounter to) {
      if (fact instanceof Refused refused) {
        to.refused(refused.why);
      } else if (fact instanceof Moved moved) {
        to.moved(moved.items);
        to.begun(1);
      }
    }
  }

  private final FactTallies tallies = new FactTallies(5);
  private final FactCounting counting = new FactCounting(new Monitor(), tallies);
  private final TurnEntry turn = new TestTurn("home", TurnEntry.Kind.TICK, 1, NOW).entry();

  private void decide(Fact<State> fact) {
    counting.decided(() -> {}, List.of(fact)).run();
  }

  private void fire(long atMillis) {
    counting.fired(new Deadline(atMillis, "bell", "at " + atMillis));
  }

  private Long count(Kind kind, String reason) {
    return tallies.counts().get(new Counter(kind, "home", reason));
  }

  private Long count(Kind kind) {
    return count(kind, null);
  }

  @Test
  void eachKindIsCountedByItself() {
    decide(new Refused(Why.NO_BOT));
    decide(new Moved(3));
    decide(new Refused(Why.QUOTA));
    decide(new Refused(Why.QUOTA));
    List<Fact<State>> decided = counting.end(turn, true);
    assertThat(count(Kind.TURNS)).isOne();
    assertThat(count(Kind.REFUSALS, "NO_BOT")).isOne();
    assertThat(count(Kind.REFUSALS, "QUOTA")).isEqualTo(2);
    assertThat(count(Kind.MOVES)).isEqualTo(3);
    assertThat(count(Kind.DEAD_LETTERS)).isZero();
    assertThat(counting.tally(turn, decided))
        .as("the first reason is that of the turn")
        .isEqualTo(new TurnTally("NO_BOT", 1, 3));
  }

  @Test
  void aDeadlineIsLateIfItCameMoreThanASecondBehindItsTime() {
    fire(NOW);
    fire(NOW - 1_000);
    fire(NOW - 1_001);
    counting.end(turn, true);
    assertThat(count(Kind.DEADLINES)).isEqualTo(3);
    assertThat(count(Kind.LATE_DEADLINES)).isOne();
    counting.end(turn, true);
    assertThat(count(Kind.DEADLINES)).isEqualTo(3);
  }

  @Test
  void whatIsOfThePastOrNotInTheLedgerIsNotCountedLater() {
    fire(NOW);
    decide(new Moved(3));
    assertThat(counting.end(turn, false)).hasSize(1);
    assertThat(counting.end(turn, true)).isEmpty();
    assertThat(count(Kind.DEADLINES)).isZero();
    fire(NOW);
    decide(new Moved(4));
    counting.dropped();
    assertThat(counting.end(turn, true)).isEmpty();
    assertThat(count(Kind.TURNS)).isEqualTo(2);
    assertThat(count(Kind.DEADLINES)).isZero();
    assertThat(count(Kind.MOVES)).isZero();
  }

  @Test
  void aLanesCountersAreThereBeforeTheirFirstEventButRefusalsAreNot() {
    assertThat(tallies.series("home")).isEqualTo("home");
    for (Kind kind : Kind.values()) {
      assertThat(count(kind)).as(kind.name()).isEqualTo(kind == Kind.REFUSALS ? null : 0L);
    }
  }
}
