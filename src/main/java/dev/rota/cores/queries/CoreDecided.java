package dev.rota.cores.queries;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.CoreAssignment;
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
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.kernel.domain.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says what a step decided about a core. */
final class CoreDecided {
  private final int core;
  private final CoresState before;
  private final List<CoresFact> facts;
  private final List<Why.Reason> reasons = new ArrayList<>();

  CoreDecided(long core, CoresState before, List<CoresFact> facts) {
    this.core = (int) Math.min(Integer.MAX_VALUE, core);
    this.before = before;
    this.facts = facts;
  }

  List<Why.Reason> reasons() {
    facts.forEach(this::tell);
    return reasons;
  }

  private void add(String what, String rule) {
    reasons.add(new Why.Reason(what, rule));
  }

  private void tell(CoresFact fact) {
    switch (fact) {
      case BlockBegan(long number) ->
          RotationChange.core(before, number, core).ifPresent(what -> add(what, "cores 5.7"));
      case BlockScheduled f -> announced(f);
      case SessionStarted f -> started(f);
      case QueueSettled f -> settled(f);
      case DiscrepancyFound f when f.cores().contains(core) -> {
        String word = f.believed() ? "is believed, " : "is ignored, ";
        add("what the block says " + word + f.reason() + ": " + f.detail(), f.rule());
      }
      case CoreFreed f when f.core() == core ->
          add(OccupancyEnd.candidate(before, core, f.reason()) + "; the core is free", "cores 5.3");
      case ScheduleWithdrawn _ when before.scheduledOn(core) != null ->
          add(CoreOccupation.withdrawn(before, before.scheduledOn(core)), "cores 5.5");
      case ParachainScheduled f when f.assignment().core() == core ->
          add(scheduled(f.assignment()) + ", as the core is this parachain's", "cores 5.4");
      case ClaimScheduled f when f.assignment().core() == core -> {
        ClaimLine line = new ClaimLine(before, core);
        reasons.add(
            new Why.Reason(
                scheduled(f.assignment()) + ", as it is first of " + line.size() + " in the line",
                "cores 5.4",
                line.scheduled()));
      }
      case CoreOccupied f when f.core() == core ->
          add(
              "para " + f.occupant().para() + " is backed" + CoreOccupation.by(before, f),
              "cores 5.6");
      case ClaimQueued f -> joined(f.claim());
      // After a session change, the line is told as the session leaves it.
      case ClaimReturned f when f.reason() != CoresReason.SESSION_CHANGE -> joined(f.claim());
      case SharesAssigned f when f.core() == core -> reasons.add(CoretimeDecided.assigned(f));
      case SharesRefused f when f.core() == core -> reasons.add(CoretimeDecided.refused(f));
      case CoreShown f when f.assignment().core() == core -> reasons.add(CoretimeDecided.shown(f));
      case OrderReturned f when f.core() == core -> reasons.add(CoretimeDecided.returned(f));
      case OrderDropped f when f.core().equals(Optional.of(core)) ->
          reasons.add(CoretimeDecided.dropped(f));
      case SharesAssigned _, SharesRefused _, PriceMoved _, CoresAdvanced _, CoreShown _ -> {}
      case OrderQueued _, OrderReturned _, OrderDropped _ -> {}
      case DiscrepancyFound _, CoreFreed _, ScheduleWithdrawn _, ParachainScheduled _ -> {}
      case ClaimScheduled _, CoreOccupied _, ClaimReturned _ -> {}
      case BlockRefused _, ClaimRefused _, ClaimConcluded _, ClaimDropped _, IndexSettled _ -> {}
    }
  }

  private String scheduled(CoreAssignment entry) {
    String block = "block " + before.block() + " schedules para " + entry.para();
    return block + " with group " + entry.group();
  }

  private void joined(QueuedClaim claim) {
    QueueJoin joined = new QueueJoin(before, facts, claim);
    if (joined.core() == core) {
      String what = "para " + claim.para() + " joins its line at place " + joined.place();
      reasons.add(
          new Why.Reason(
              what + ", as the cursor is at offset " + claim.offset(),
              "cores 5.1",
              ReasonNames.dealt(before, claim)));
    }
  }

  private void started(SessionStarted fact) {
    int cores = fact.session().cores();
    String starts = SessionDecided.starts(fact.session());
    if (core < cores) {
      add(starts + ": the core is empty and " + use(fact.session()), "cores 6.1");
    } else if (core < before.cores()) {
      add(starts + ": it has " + cores + " cores, so this one is gone", "cores 6.1");
    }
  }

  private String use(ActiveSession session) {
    return switch (session.use(core)) {
      case PARACHAIN -> "parachain " + session.parachains().at(core) + "'s";
      case CLAIMS -> "for claims with offset " + session.offsetOf(core);
      case SURPLUS -> "surplus";
    };
  }

  /** The view has the new session and the old queue. */
  private void settled(QueueSettled fact) {
    CoresState after = before.copy();
    fact.applyTo(after);
    String was = line(before);
    String is = line(after);
    if (!was.equals(is)) {
      String what = "the session change leaves in its line: " + is + "; it was: " + was;
      add(what, ReasonNames.dealingRule(before.rules()));
    }
  }

  private String line(CoresState state) {
    String line =
        new ClaimLine(state, core)
            .claims().stream()
                .map(claim -> "para " + claim.para())
                .collect(Collectors.joining(", "));
    return line.isEmpty() ? "nobody" : line;
  }

  private void announced(BlockScheduled fact) {
    String shows = "the schedule of block " + fact.block() + " shows the core ";
    for (CoreStatus.Scheduled next : AnnouncedCores.of(before, fact)) {
      if (next.core() == core) {
        String what = "with para " + next.para() + " and group " + next.group();
        add(shows + what + " in the next block", "cores 8");
      }
    }
    if (AnnouncedCores.frees(before, fact, core)) {
      add(shows + "free in the next block", "cores 8");
    }
  }
}
