package dev.rota.bots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domain.Domain;
import dev.rota.domain.Traffic;
import dev.rota.ledger.Published;
import dev.rota.simulate.Bench;
import dev.rota.simulate.Histories;
import dev.rota.testing.laws.Customs;
import dev.rota.testing.laws.DomainLaws;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BotsLawsTest extends DomainLaws<BotsState, BotsInput, BotsFact> {
  @Override
  protected Domain<BotsState, BotsInput, BotsFact> domain() {
    return new BotsDomain();
  }

  @Override
  protected Customs<BotsState> customs() {
    return new BotsCustoms();
  }

  /** A reason that no history brings is one that no law was tried on. */
  @Test
  void hostileHistoriesBringEveryOutcomeAndEveryReason() {
    Set<String> seen = new TreeSet<>();
    for (long seed = 1; seed <= 200; seed++) {
      Bench<BotsState, BotsInput, BotsFact> bench = new Bench<>(domain());
      for (Traffic.Event event : Histories.hostile(domain().traffic(), "builds", seed, 250)) {
        for (Published output : bench.take("builds", event).published()) {
          note(output, seen);
        }
      }
    }
    assertThat(seen)
        .contains(names("job ", JobOutcomeKind.values()))
        .contains(names("because ", JobReason.values()))
        .contains(names("bot ", BotOutcomeKind.values()))
        .contains(names("since ", BotReason.values()))
        .contains(names("lease ", LeaseState.values()))
        .contains(names("for ", LeaseReason.values()))
        .contains(names("by ", Strategy.values()))
        .contains(names("policy ", PolicyReason.values()));
  }

  private static void note(Published output, Set<String> seen) {
    if (output.record() instanceof Lease lease) {
      seen.add("lease " + lease.getState());
      seen.add("for " + lease.getReason());
      seen.add("by " + lease.getStrategy());
    } else if (output.record() instanceof GridOutcome outcome) {
      if (outcome.getEvent() instanceof JobOutcome job) {
        seen.add("job " + job.getOutcome());
        seen.add("because " + job.getReason());
      } else if (outcome.getEvent() instanceof BotOutcome bot) {
        seen.add("bot " + bot.getOutcome());
        seen.add("since " + bot.getReason());
      } else if (outcome.getEvent() instanceof PolicyOutcome policy) {
        seen.add("policy " + policy.getReason());
      }
    }
  }

  private static String[] names(String prefix, Enum<?>[] symbols) {
    return Stream.of(symbols)
        .map(Enum::name)
        .filter(name -> !name.equals("UNKNOWN"))
        .map(name -> prefix + name)
        .toArray(String[]::new);
  }
}
