package dev.rota.shards;

import dev.rota.engine.Deadline;
import dev.rota.engine.Engine;
import dev.rota.engine.Step;
import dev.rota.engine.Turn;
import dev.rota.shards.PoolFact.TransactionAccepted;
import dev.rota.shards.ShardFact.LeaseEnded;
import dev.rota.shards.ShardFact.ReportRefused;
import dev.rota.shards.ShardFact.ShardScheduled;
import dev.rota.table.Tables;
import dev.rota.testing.laws.Mutant;
import java.util.List;
import java.util.function.BiFunction;

/** Shards made wrong in one way each, so that a comparison which cannot fail is noticed. */
enum MutantShards {
  TELLS_ANOTHER_REASON("told/", MutantShards::anotherReason),
  FORGETS_ATTEMPTS("check ", MutantShards::noAttempts),
  QUEUES_LATE("queue ", MutantShards::queuedLater),
  FORGETS_SENDERS("pool ", MutantShards::fromNobody),
  REOPENS_WITHOUT_PARKED_SLOTS("reopened: check ", (before, fact) -> fact),
  REOPENS_WITHOUT_NONCES("reopened: another", (before, fact) -> fact),
  FIRES_LEASES_FIRST("told/", (before, fact) -> fact);

  /** How the first difference is told. */
  final String foundBy;

  private final BiFunction<ShardsState, ShardsFact, ShardsFact> change;

  MutantShards(String foundBy, BiFunction<ShardsState, ShardsFact, ShardsFact> change) {
    this.foundBy = foundBy;
    this.change = change;
  }

  private static ShardsFact anotherReason(ShardsState before, ShardsFact fact) {
    return fact instanceof ReportRefused f && f.reason() == Refusal.DUPLICATE
        ? new ReportRefused(
            f.shard(),
            f.worker(),
            f.epoch(),
            f.cycle(),
            Refusal.STALE_EPOCH,
            f.detail(),
            f.atMillis())
        : fact;
  }

  private static ShardsFact noAttempts(ShardsState before, ShardsFact fact) {
    return fact instanceof LeaseEnded f
        ? new LeaseEnded(
            f.shard(), f.worker(), f.epoch(), f.cycle(), f.cause(), 0, f.suspects(), f.atMillis())
        : fact;
  }

  private static ShardsFact queuedLater(ShardsState before, ShardsFact fact) {
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
        return step.decide(view).stream().map(fact -> change.apply(view, fact)).toList();
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
      state.allShards().forEach(shard -> shard.accounts = new Accounts());
    }
  }

  Mutant<ShardsState, ShardsInput, ShardsFact> domain() {
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
      boolean isLater = isTie && second.kind().equals(Due.LEASE);
      return MutantShards.this == FIRES_LEASES_FIRST && isLater ? second : next;
    }
  }
}
