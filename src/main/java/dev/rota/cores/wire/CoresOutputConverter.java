package dev.rota.cores.wire;

import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.CoreView;
import dev.rota.cores.NextUp;
import dev.rota.cores.Outcome;
import dev.rota.cores.ScheduledCore;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoreStatus;
import dev.rota.cores.model.CoreSuccessor;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.BlockScheduled;
import dev.rota.cores.model.CoresFact.ClaimConcluded;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresFact.CoreShown;
import dev.rota.cores.model.CoresFact.CoresAdvanced;
import dev.rota.cores.model.CoresFact.DiscrepancyFound;
import dev.rota.cores.model.CoresFact.IndexSettled;
import dev.rota.cores.model.CoresFact.OrderDropped;
import dev.rota.cores.model.CoresFact.OrderQueued;
import dev.rota.cores.model.CoresFact.OrderReturned;
import dev.rota.cores.model.CoresFact.ParachainScheduled;
import dev.rota.cores.model.CoresFact.PriceMoved;
import dev.rota.cores.model.CoresFact.QueueSettled;
import dev.rota.cores.model.CoresFact.ScheduleWithdrawn;
import dev.rota.cores.model.CoresFact.SessionStarted;
import dev.rota.cores.model.CoresFact.SharesAssigned;
import dev.rota.cores.model.CoresFact.SharesRefused;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts facts to generated records. */
final class CoresOutputConverter {
  private CoresOutputConverter() {}

  /** Returns the record, or null if the fact is not published. */
  static Output write(String chain, CoresFact fact) {
    return switch (fact) {
      case BlockScheduled f -> new Output(Channel.ASSIGNMENTS, schedule(chain, f), "cores 8");
      case ClaimQueued f ->
          told(claim(chain, f.claim(), Outcome.QUEUED, null, null, f.block()), "cores 5.2");
      case ClaimRefused f ->
          told(
              refused(chain, f.para(), f.collator(), f.reason(), f.detail(), f.block()),
              "cores 5.2");
      case ClaimScheduled f -> {
        CoreAssignment a = f.assignment();
        yield told(
            claim(
                chain,
                a.para(),
                a.collator(),
                Outcome.SCHEDULED,
                null,
                a.core(),
                a.retries(),
                f.block()),
            "cores 5.4");
      }
      case CoreOccupied f -> occupied(chain, f);
      case DiscrepancyFound f -> told(discrepancy(chain, f), f.rule());
      case ClaimConcluded f ->
          told(
              claim(
                  chain,
                  f.para(),
                  f.collator(),
                  Outcome.CONCLUDED,
                  f.reason(),
                  f.core(),
                  f.retries(),
                  f.block()),
              "cores 5.3");
      case ClaimReturned f ->
          told(
              claim(chain, f.claim(), Outcome.RETURNED, f.reason(), f.core(), f.block()), f.rule());
      case ClaimDropped f ->
          told(
              claim(
                  chain,
                  f.para(),
                  f.collator(),
                  Outcome.DROPPED,
                  f.reason(),
                  f.core().orElse(null),
                  f.retries(),
                  f.block()),
              f.rule());
      case BlockRefused f ->
          told(refused(chain, null, null, f.reason(), f.detail(), f.block()), f.rule());
      case BlockBegan _, CoreFreed _, ScheduleWithdrawn _, ParachainScheduled _ -> null;
      case SessionStarted _, QueueSettled _, IndexSettled _ -> null;
      case SharesAssigned _, SharesRefused _, PriceMoved _, CoresAdvanced _, CoreShown _ -> null;
      case OrderQueued _, OrderReturned _, OrderDropped _ -> null;
    };
  }

  private static Output told(ClaimOutcome outcome, String rule) {
    return new Output(Channel.OUTCOMES, outcome, rule);
  }

  private static ClaimOutcome discrepancy(String chain, DiscrepancyFound f) {
    return new ClaimOutcome(
        chain,
        null,
        null,
        f.believed() ? Outcome.DISAGREED : Outcome.IGNORED,
        CoresSymbols.of(f.reason()),
        f.detail(),
        f.cores().size() == 1 ? f.cores().get(0) : null,
        0,
        block(f.block()),
        f.cores());
  }

  private static ClaimOutcome refused(
      String chain, Long para, String collator, CoresReason reason, String detail, long block) {
    return new ClaimOutcome(
        chain,
        para,
        collator,
        Outcome.REFUSED,
        CoresSymbols.of(reason),
        detail,
        null,
        0,
        block(block),
        List.of());
  }

  /** Parachains have no outcomes, because they hold their cores permanently. */
  private static Output occupied(String chain, CoreOccupied fact) {
    CoreOccupant o = fact.occupant();
    return o.kind() == OccupantKind.PARACHAIN
        ? null
        : told(
            claim(
                chain,
                o.para(),
                o.collator(),
                Outcome.OCCUPIED,
                null,
                fact.core(),
                o.retries(),
                o.since()),
            "cores 5.6");
  }

  private static ClaimOutcome claim(
      String chain, QueuedClaim c, Outcome outcome, CoresReason reason, Integer core, long block) {
    return claim(chain, c.para(), c.collator(), outcome, reason, core, c.retries(), block);
  }

  private static ClaimOutcome claim(
      String chain,
      long para,
      String collator,
      Outcome outcome,
      CoresReason reason,
      Integer core,
      int retries,
      long block) {
    return new ClaimOutcome(
        chain,
        para,
        collator,
        outcome,
        reason == null ? null : CoresSymbols.of(reason),
        null,
        core,
        retries,
        block(block),
        List.of());
  }

  private static Long block(long block) {
    return block < 0 ? null : block;
  }

  private static CoreSchedule schedule(String chain, BlockScheduled block) {
    List<ScheduledCore> scheduled = new ArrayList<>(block.scheduled().size());
    for (CoreAssignment a : block.scheduled()) {
      scheduled.add(
          new ScheduledCore(
              a.core(), a.para(), CoresSymbols.of(a.kind()), a.collator(), a.retries(), a.group()));
    }
    List<CoreView> cores = new ArrayList<>(block.cores().size());
    block.cores().forEach(standing -> cores.add(core(standing)));
    return new CoreSchedule(
        chain,
        block.block(),
        block.session(),
        block.sessionStartBlock(),
        block.rotation(),
        scheduled,
        cores,
        block.groups().orElse(null),
        block.nextRotationAt());
  }

  private static CoreView core(CoreStatus standing) {
    return switch (standing) {
      case CoreStatus.Scheduled(int core, long para, String collator, int group) ->
          new CoreView(core, CoreState.SCHEDULED, para, collator, group, null, null, null, null);
      case CoreStatus.Occupied o ->
          new CoreView(
              o.core(),
              CoreState.OCCUPIED,
              o.occupant().para(),
              o.occupant().collator(),
              o.group().isPresent() ? o.group().getAsInt() : null,
              o.since(),
              o.timeOutAt().isPresent() ? o.timeOutAt().getAsLong() : null,
              nextUp(o.nextUpOnAvailable()),
              nextUp(o.nextUpOnTimeOut()));
      case CoreStatus.Free(int core) ->
          new CoreView(core, CoreState.FREE, null, null, null, null, null, null, null);
    };
  }

  private static NextUp nextUp(Optional<CoreSuccessor> next) {
    return next.map(n -> new NextUp(n.para(), n.collator())).orElse(null);
  }
}
