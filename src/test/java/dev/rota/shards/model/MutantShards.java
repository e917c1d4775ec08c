package dev.rota.shards.model;

import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.ReportFault;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.testing.laws.Mutant;
import java.util.List;

/** Shards made wrong in one way each, so that a comparison which cannot fail is noticed. */
public enum MutantShards {
  TELLS_ANOTHER_REASON("told/"),
  FORGETS_ATTEMPTS("check "),
  QUEUES_LATE("queue "),
  FORGETS_SENDERS("pool "),
  REOPENS_WITHOUT_PARKED_SLOTS("reopened: check "),
  REOPENS_WITHOUT_NONCES("reopened: another"),
  FIRES_LEASES_FIRST("told/");

  /** How the first difference is told. */
  public final String foundBy;

  MutantShards(String foundBy) {
    this.foundBy = foundBy;
  }

  private ShardsFact changed(ShardsState before, ShardsFact fact) {
    return switch (this) {
      case TELLS_ANOTHER_REASON -> anotherReason(fact);
      case FORGETS_ATTEMPTS -> noAttempts(fact);
      case QUEUES_LATE -> queuedLater(fact);
      case FORGETS_SENDERS -> fromNobody(before, fact);
      default -> fact;
    };
  }

  private static ShardsFact anotherReason(ShardsFact fact) {
    return fact instanceof ReportRefused f && f.reason() == ReportFault.DUPLICATE
        ? new ReportRefused(
            f.shard(),
            f.worker(),
            f.epoch(),
            f.cycle(),
            ReportFault.STALE_EPOCH,
            f.detail(),
            f.atMillis())
        : fact;
  }

  private static ShardsFact noAttempts(ShardsFact fact) {
    return fact instanceof LeaseEnded f
        ? new LeaseEnded(
            f.shard(), f.worker(), f.epoch(), f.cycle(), f.cause(), 0, f.suspects(), f.atMillis())
        : fact;
  }

  private static ShardsFact queuedLater(ShardsFact fact) {
    return fact instanceof ShardScheduled f
        ? new ShardScheduled(f.shard(), f.atMillis() + 1)
        : fact;
  }

  /** Of one that waits behind others, so that no assignment shows it at once. */
  private static ShardsFact fromNobody(ShardsState before, ShardsFact fact) {
    return fact instanceof TransactionAccepted f
            && before.shard(f.shard()) != null
            && before.shard(f.shard()).pool.size() > 0
        ? new TransactionAccepted(
            f.shard(), f.seq(), f.id(), null, f.nonce(), f.payload(), f.remark(), f.atMillis())
        : fact;
  }

  private Step<ShardsState, ShardsFact> changed(Step<ShardsState, ShardsFact> step) {
    return new Step<>() {
      @Override
      public List<ShardsFact> decide(ShardsState view) {
        return step.decide(view).stream()
            .map(fact -> MutantShards.this.changed(view, fact))
            .toList();
      }

      @Override
      public boolean repeats() {
        return step.repeats();
      }
    };
  }

  private void spoil(ShardsState state) {
    if (this == REOPENS_WITHOUT_PARKED_SLOTS) {
      state.fleet().all().forEach(worker -> worker.parked.clear());
    }
    if (this == REOPENS_WITHOUT_NONCES && state.policy().strict()) {
      state.allShards().forEach(shard -> shard.accounts = new SenderNonces());
    }
  }

  public Mutant<ShardsState, ShardsInput, ShardsFact> domain() {
    ShardsDomain sound = new ShardsDomain();
    return new Mutant<>(sound) {
      @Override
      public ShardsState open(Tables tables) {
        ShardsState state = super.open(tables);
        spoil(state);
        return state;
      }

      @Override
      public Engine<? super ShardsState, ShardsInput, ShardsFact> engine() {
        return new WrongRules(sound);
      }
    };
  }

  private final class WrongRules extends Mutant.Rules<ShardsState, ShardsInput, ShardsFact> {
    WrongRules(ShardsDomain sound) {
      super(sound);
    }

    @Override
    public List<Step<ShardsState, ShardsFact>> decide(ShardsState view, Turn<ShardsInput> turn) {
      return super.decide(view, turn).stream().map(MutantShards.this::changed).toList();
    }

    @Override
    public Deadline nextDeadline(ShardsState view, Deadline after) {
      Deadline next = super.nextDeadline(view, after);
      Deadline second = next == null ? null : super.nextDeadline(view, next);
      boolean isTie = second != null && second.atMillis() == next.atMillis();
      boolean isLater = isTie && second.kind().equals(ShardsDeadlineKind.LEASE);
      return MutantShards.this == FIRES_LEASES_FIRST && isLater ? second : next;
    }
  }
}
