package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.BotReason;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PolicyOutcome;
import dev.rota.bots.PolicyReason;
import dev.rota.bots.Strategy;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.values.RefusalReason;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.laws.Customs;
import dev.rota.testing.laws.DomainLaws;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class BotsLawsTest extends DomainLaws<BotsState, BotsInput, BotsFact> {
  @Override
  protected DomainCard<BotsState, BotsInput, BotsFact> domain() {
    return new BotsDomain();
  }

  @Override
  protected Customs<BotsState> customs() {
    return new BotsCustoms();
  }

  /** Jobs that others may overtake are not queued. */
  @Override
  protected BotsFact later(BotsFact fact) {
    return fact instanceof JobFact.JobQueued queued && queued.priority() > 0
        ? new JobFact.JobRefused(
            queued.job().name(),
            queued.operation(),
            queued.job().instance(),
            RefusalReason.RESOURCE_EXHAUSTED,
            "only the first priority waits",
            "bots 12",
            queued.atMillis())
        : fact;
  }

  /** A reason that no history brings is one that no law was tried on. */
  @Test
  void hostileHistoriesBringEveryOutcomeAndEveryReason() {
    Set<String> seen = new TreeSet<>();
    for (long seed = 1; seed <= 200; seed++) {
      LanesInMemory bench = new LanesInMemory(domain());
      for (Traffic.Event event :
          SeededHistories.hostile(DomainTraffic.of(domain()), "builds", seed, 250)) {
        List<Output> published = bench.take("builds", event).published();
        published.forEach(output -> note(output, seen));
        if (published.isEmpty()) {
          seen.add("silence");
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
        .contains(names("policy ", PolicyReason.values()))
        .contains("silence");
  }

  /** What never changes while jobs wait and run is a field that no law was tried on. */
  @Test
  void hostileHistoriesSwitchEveryFieldOfThePolicyAndBack() {
    Set<String> switched = new TreeSet<>();
    Set<String> back = new TreeSet<>();
    for (long seed = 1; seed <= 200; seed++) {
      LanesInMemory bench = new LanesInMemory(domain());
      List<BotPolicy> inForce = new ArrayList<>();
      for (Traffic.Event event :
          SeededHistories.hostile(DomainTraffic.of(domain()), "builds", seed, 250)) {
        List<Output> published = bench.take("builds", event).published();
        if (event.record() instanceof BotPolicy policy
            && published.stream().noneMatch(customs()::isRefusal)) {
          inForce.add(policy);
        }
      }
      for (Schema.Field field : BotPolicy.getClassSchema().getFields()) {
        List<Object> values = inForce.stream().map(p -> p.get(field.pos())).toList();
        for (int i = 1; i < values.size(); i++) {
          if (!Objects.equals(values.get(i), values.get(i - 1))) {
            switched.add(field.name());
            if (values.subList(0, i - 1).contains(values.get(i))) {
              back.add(field.name());
            }
          }
        }
      }
    }
    String[] all =
        BotPolicy.getClassSchema().getFields().stream()
            .map(Schema.Field::name)
            .filter(name -> !name.equals("grid"))
            .toArray(String[]::new);
    assertThat(switched).containsExactlyInAnyOrder(all);
    assertThat(back).containsExactlyInAnyOrder(all);
  }

  private static void note(Output output, Set<String> seen) {
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
