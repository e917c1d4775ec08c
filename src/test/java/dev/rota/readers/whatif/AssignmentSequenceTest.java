package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseState;
import dev.rota.bots.Strategy;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two histories decided the same only if each assignment is the same. */
final class AssignmentSequenceTest {
  private static final Wire<?, ?> WIRE = new BotsDomain().wire();

  private static Lease lease(String bot) {
    return Lease.newBuilder()
        .setGrid("builds")
        .setJob("job")
        .setInstance("main")
        .setBot(bot)
        .setState(LeaseState.ACTIVE)
        .setAttempt(1)
        .setStrategy(Strategy.CAPACITY)
        .setAt(1_700_000_000_000L)
        .build();
  }

  private static AssignmentSequence decided(AssignmentSequence recorded, String... bots) {
    AssignmentSequence decisions = new AssignmentSequence(WIRE, recorded);
    for (String bot : List.of(bots)) {
      decisions.add(
          new TestTurn("builds", TurnEntry.Kind.TICK, 7, 0).outputs(1).outputsDigest(null).entry(),
          lease(bot));
    }
    return decisions;
  }

  @Test
  void theSameIsTheSame() {
    assertThat(decided(decided(null, "Aa", "BB"), "Aa", "BB").firstDifference()).isNull();
  }

  @Test
  void anotherBotOfTheSameHashIsAnotherDecision() {
    assertThat(lease("Aa")).hasSameHashCodeAs(lease("BB"));

    assertThat(decided(decided(null, "Aa"), "BB").firstDifference())
        .contains("from turn 7 on, which decided otherwise", "BB");
  }

  @Test
  void oneLessOrOneMoreIsNotTheSame() {
    assertThat(decided(decided(null, "Aa", "BB"), "Aa").firstDifference())
        .contains("its assignment is not made");
    assertThat(decided(decided(null, "Aa"), "Aa", "BB").firstDifference())
        .contains("after the last recorded assignment");
  }
}
