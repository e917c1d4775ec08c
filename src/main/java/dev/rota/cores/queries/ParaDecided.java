package dev.rota.cores.queries;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoreStatus;
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
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.rules.ScheduleRoutine;
import dev.rota.cores.rules.ScheduleRoutine.ClaimStanding.Behind;
import dev.rota.kernel.domain.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what a step decided about a para. */
final class ParaDecided {
  private final long para;
  private final CoresState before;
  private final List<CoresFact> facts;
  private final List<Why.Reason> reasons = new ArrayList<>();

  /** How it waits, read once a step. */
  private Optional<QueuedClaim> claim;

  ParaDecided(long para, CoresState before, List<CoresFact> facts) {
    this.para = para;
    this.before = before;
    this.facts = facts;
  }

  List<Why.Reason> reasons() {
    ClaimDecided claims = new ClaimDecided(para, before, facts);
    SessionDecided session = new SessionDecided(para, before, facts);
    facts.forEach(fact -> tell(fact, claims, session));
    return reasons;
  }

  private void tell(CoresFact fact, ClaimDecided claims, SessionDecided session) {
    switch (fact) {
      case ClaimRefused f when f.para() == para -> reasons.add(claims.refused(f));
      case ClaimQueued f when f.claim().para() == para -> reasons.add(claims.queued(f.claim()));
      case ClaimReturned f when f.claim().para() == para -> reasons.add(claims.returned(f));
      case ClaimConcluded f when f.para() == para -> reasons.add(claims.concluded(f));
      case ClaimDropped f when f.para() == para -> reasons.add(claims.dropped(f));
      case ClaimScheduled f -> scheduled(f);
      case ParachainScheduled f -> parachain(f.assignment());
      case CoreOccupied f when f.occupant().para() == para ->
          add("backed on core " + f.core() + CoreOccupation.by(before, f), "cores 5.6");
      case CoreFreed f -> freed(f);
      case ScheduleWithdrawn _ -> withdrawn();
      case BlockScheduled f -> announced(f);
      case SessionStarted f -> reasons.addAll(session.started(f));
      case QueueSettled f -> session.settled(f).ifPresent(reasons::add);
      case IndexSettled f -> session.settled(f).ifPresent(reasons::add);
      case CoreShown f when f.assignment().para() == para -> reasons.add(CoretimeDecided.shown(f));
      case OrderQueued f when f.order().para() == para -> reasons.add(CoretimeDecided.queued(f));
      case OrderReturned f when f.order().para() == para ->
          reasons.add(CoretimeDecided.returned(f));
      case OrderDropped f when f.order().para() == para -> reasons.add(CoretimeDecided.dropped(f));
      case SharesAssigned _, SharesRefused _, PriceMoved _, CoresAdvanced _, CoreShown _ -> {}
      case OrderQueued _, OrderReturned _, OrderDropped _ -> {}
      case ClaimRefused _, ClaimQueued _, ClaimReturned _, ClaimConcluded _ -> {}
      case ClaimDropped _, CoreOccupied _ -> {}
      case BlockRefused _, BlockBegan _, DiscrepancyFound _ -> {}
    }
  }

  private void add(String what, String rule) {
    reasons.add(new Why.Reason(what, rule));
  }

  private void scheduled(ClaimScheduled fact) {
    CoreAssignment entry = fact.assignment();
    ClaimLine line = new ClaimLine(before, entry.core());
    String scheduled = " core " + entry.core() + " with group " + entry.group();
    if (entry.para() == para) {
      String what = "block " + fact.block() + " schedules the claim of " + entry.collator() + " on";
      reasons.add(
          new Why.Reason(
              what + scheduled + ", as it is first of " + line.size() + " in its line",
              "cores 5.4",
              line.scheduled()));
    } else if (isBehind(entry)) {
      String what = "waits on: block " + fact.block() + " schedules para " + entry.para() + " on";
      reasons.add(
          new Why.Reason(
              what + scheduled + ", as it is first in the line", "cores 5.1", line.scheduled()));
    }
  }

  private boolean isBehind(CoreAssignment entry) {
    if (claim == null) {
      claim = before.waiting(para);
    }
    return claim
        .map(one -> ScheduleRoutine.standing(before, one, entry.core()))
        .filter(standing -> standing instanceof Behind)
        .isPresent();
  }

  private void parachain(CoreAssignment entry) {
    if (entry.para() == para) {
      String what = "block " + before.block() + " schedules the parachain on its core ";
      add(what + entry.core() + " with group " + entry.group(), "cores 5.4");
    }
  }

  /** Of a parathread, what became of its claim is told instead. */
  private void freed(CoreFreed fact) {
    CoreOccupant occupant = before.occupant(fact.core());
    if (occupant.para() == para && occupant.kind() == OccupantKind.PARACHAIN) {
      add(OccupancyEnd.candidate(before, fact.core(), fact.reason()), "cores 5.3");
    }
  }

  /** Likewise. */
  private void withdrawn() {
    for (CoreAssignment entry : before.scheduled()) {
      if (entry.para() == para && entry.kind() == OccupantKind.PARACHAIN) {
        add(CoreOccupation.withdrawn(before, entry), "cores 5.5");
      }
    }
  }

  private void announced(BlockScheduled fact) {
    for (CoreStatus.Scheduled next : AnnouncedCores.of(before, fact)) {
      if (next.para() == para) {
        String what = "the schedule of block " + fact.block() + " shows the para on core ";
        String how = next.core() + " with group " + next.group() + " in the next block";
        add(what + how, "cores 8");
      }
    }
  }
}
