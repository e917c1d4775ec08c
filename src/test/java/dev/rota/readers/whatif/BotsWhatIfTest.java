package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.bots.BotsDomain;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.FleetChange;
import org.junit.jupiter.api.Test;

/** Worked out by hand: section 7 of the bots' rules, with the running times of {@link OneBot}. */
final class BotsWhatIfTest {
  private static final String WAITED = "waiting for the first bot";

  private static Figured ask(String policy, FleetChange... fleet) {
    return new Figured(Asked.of(new BotsDomain(), OneBot.book(), OneBot.GRID, policy, fleet));
  }

  @Test
  void aLongerDelaySparesTheVictimAndItsTimeIsNotLost() {
    // a runs 1 000 to 12 000. b waits for 10 000 ms, and runs to 13 999.
    Figured figured = ask("{preemptionDelayMs: 60000}");
    figured
        .has("evictions", 1, 0)
        .says("evictions", "better")
        .has("leases started", 3, 2)
        .has("jobs completed", 2, 2)
        .of(WAITED, "c/A", 0, 0)
        .of(WAITED, "c/B", 5_001, 10_000)
        .has("jobs that wait, mean", (5_001 + 1_999) / 20_000.0, 10_000 / 20_000.0)
        .has("idle capacity, mean", 1_000 / 20_000.0, 7_001 / 20_000.0);
    assertThat(figured.both().difference()).startsWith("from turn 5 on");
  }

  @Test
  void withoutAMinimumNothingIsEvicted() {
    ask("{quotas: [{cohort: 'c', instance: 'A', max: 2}, {cohort: 'c', instance: 'B', max: 2}]}")
        .has("evictions", 1, 0)
        .of(WAITED, "c/B", 5_001, 10_000);
  }

  @Test
  void anotherBotTakesTheSecondJobAtOnce() {
    ask("{}", new FleetChange(true, "bot", "two", "one"))
        .has("evictions", 1, 0)
        .of(WAITED, "c/B", 5_001, 0)
        .has("jobs completed", 2, 2)
        .has("idle capacity, mean", 1_000 / 20_000.0, (40_000 - 11_000 - 1_999) / 20_000.0);
    ask("{}", new FleetChange(true, "bots", "1", null)).has("evictions", 1, 0);
  }

  @Test
  void withoutItsBotNothingRuns() {
    ask("{}", new FleetChange(false, "bot", "one", null))
        .has("jobs completed", 2, 0)
        .has("leases started", 3, 0)
        .has("jobs that wait, mean", 0.35, (19_000 + 18_000) / 20_000.0);
  }

  @Test
  void fromATimeOnWhatWasBeforeIsAsItWas() {
    // The delay has passed when it is made longer: b waits on, from 7 001 to 12 000.
    new Figured(
            Asked.since(
                new BotsDomain(), OneBot.book(), OneBot.GRID, 3_000, "{preemptionDelayMs: 60000}"))
        .has("leases started", 2, 1)
        .has("jobs queued", 0, 0)
        .has("evictions", 1, 0)
        .of(WAITED, "c/B", 5_001, 10_000);
  }

  @Test
  void badBotsAreNamed() {
    assertThatThrownBy(() -> ask("{}", new FleetChange(false, "bot", "nobody", null)))
        .isInstanceOf(BadArgument.class)
        .hasMessage("--remove bot:nobody: this history has no bot 'nobody'");
    assertThatThrownBy(() -> ask("{}", new FleetChange(true, "bot", "one", null)))
        .hasMessage("--add bot:one: it is there");
    assertThatThrownBy(() -> ask("{}", new FleetChange(true, "core", "1", null)))
        .hasMessage("--add core:1: there are no core to add or remove");
    assertThatThrownBy(() -> ask("{}", new FleetChange(false, "bots", "2", null)))
        .hasMessage("--remove bots:2: there were only 1");
  }

  @Test
  void aPolicyThatTheRulesRefuseIsAnError() {
    assertThatThrownBy(() -> ask("{preemptionDelayMs: -1}"))
        .isInstanceOf(RefusedPolicy.class)
        .hasMessageContaining("preemptionDelayMs");
    assertThatThrownBy(() -> ask("{preemptionDelay: 1}"))
        .hasMessageContaining("did you mean 'preemptionDelayMs'");
  }
}
