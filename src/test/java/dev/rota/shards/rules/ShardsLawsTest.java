package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.EndReason;
import dev.rota.shards.EnvironmentOutcome;
import dev.rota.shards.EnvironmentOutcomeKind;
import dev.rota.shards.ExecutionAccepted;
import dev.rota.shards.ExecutionRefusal;
import dev.rota.shards.ExecutionRefused;
import dev.rota.shards.FenceReason;
import dev.rota.shards.GoneReason;
import dev.rota.shards.PolicyOutcome;
import dev.rota.shards.PolicyOutcomeKind;
import dev.rota.shards.PolicyReason;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.RejectReason;
import dev.rota.shards.ReportKind;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.Terminated;
import dev.rota.shards.TransactionOutcome;
import dev.rota.shards.TransactionOutcomeKind;
import dev.rota.shards.WorkerFenced;
import dev.rota.shards.WorkerGone;
import dev.rota.shards.WorkerOutcome;
import dev.rota.shards.WorkerOutcomeKind;
import dev.rota.shards.model.PoolFact;
import dev.rota.shards.model.ShardsCustoms;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.testing.laws.Customs;
import dev.rota.testing.laws.DomainLaws;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShardsLawsTest extends DomainLaws<ShardsState, ShardsInput, ShardsFact> {
  @Override
  protected DomainCard<ShardsState, ShardsInput, ShardsFact> domain() {
    return new ShardsDomain();
  }

  @Override
  protected Customs<ShardsState> customs() {
    return new ShardsCustoms();
  }

  /** A fourth of all transactions is too many. */
  @Override
  protected ShardsFact later(ShardsFact fact) {
    return fact instanceof PoolFact.TransactionAccepted accepted
            && (accepted.id().hashCode() & 3) == 0
        ? new PoolFact.TransactionRefused(
            accepted.shard(),
            accepted.id(),
            PoolFact.TransactionFault.POOL_FULL,
            "one of four",
            accepted.atMillis(),
            "shards S1")
        : fact;
  }

  /** A reason that no history brings is one that no law was tried on. */
  @Test
  void hostileHistoriesBringEveryOutcomeAndEveryReason() {
    Set<String> seen = new TreeSet<>();
    for (long seed = 1; seed <= 200; seed++) {
      LanesInMemory bench = new LanesInMemory(domain());
      for (Traffic.Event event :
          SeededHistories.hostile(DomainTraffic.of(domain()), "mainnet", seed, 250)) {
        for (Output output : bench.take("mainnet", event).published()) {
          note(output, seen);
        }
      }
    }
    assertThat(seen)
        .contains(names("end ", EndReason.values()))
        .contains(names("transaction ", TransactionOutcomeKind.values()))
        .contains(names("rejected ", RejectReason.values()))
        .contains(names("report ", ReportKind.values()))
        .contains(names("refused ", ExecutionRefusal.values()))
        .contains(names("worker ", WorkerOutcomeKind.values()))
        .contains(names("gone ", GoneReason.values()))
        .contains(names("fenced ", FenceReason.values()))
        .contains(names("environment ", EnvironmentOutcomeKind.values()))
        .contains(names("policy ", PolicyOutcomeKind.values()))
        .contains(names("since ", PolicyReason.values()))
        .contains("Terminated");
  }

  private static void note(Output output, Set<String> seen) {
    if (output.record() instanceof ShardAssignment assignment) {
      if (assignment.getEndOfLease() != null) {
        seen.add("end " + assignment.getEndOfLease().getReason());
      }
    } else if (output.record() instanceof PoolOutcome outcome) {
      note(outcome.getEvent(), seen);
    }
  }

  private static void note(Object event, Set<String> seen) {
    if (event instanceof TransactionOutcome transaction) {
      seen.add("transaction " + transaction.getOutcome());
      seen.add("rejected " + transaction.getReason());
    } else if (event instanceof ExecutionAccepted accepted) {
      seen.add("report " + accepted.getReport());
    } else if (event instanceof ExecutionRefused refused) {
      seen.add("refused " + refused.getReason());
    } else if (event instanceof WorkerOutcome worker) {
      seen.add("worker " + worker.getOutcome());
    } else if (event instanceof WorkerGone gone) {
      seen.add("gone " + gone.getReason());
    } else if (event instanceof WorkerFenced fenced) {
      seen.add("fenced " + fenced.getReason());
    } else if (event instanceof EnvironmentOutcome environment) {
      seen.add("environment " + environment.getOutcome());
    } else if (event instanceof PolicyOutcome policy) {
      seen.add("policy " + policy.getOutcome());
      seen.add("since " + policy.getReason());
    } else if (event instanceof Terminated) {
      seen.add("Terminated");
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
