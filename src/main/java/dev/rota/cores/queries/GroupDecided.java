package dev.rota.cores.queries;

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
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.ValidatorGroups;
import dev.rota.kernel.domain.Why;
import java.util.ArrayList;
import java.util.List;

/** Says what a step decided about a group. */
final class GroupDecided {
  private final int group;
  private final CoresState before;
  private final List<CoresFact> facts;
  private final List<Why.Reason> reasons = new ArrayList<>();

  GroupDecided(long group, CoresState before, List<CoresFact> facts) {
    this.group = (int) Math.min(Integer.MAX_VALUE, group);
    this.before = before;
    this.facts = facts;
  }

  List<Why.Reason> reasons() {
    facts.forEach(this::tell);
    return reasons;
  }

  private void tell(CoresFact fact) {
    switch (fact) {
      case BlockBegan(long number) ->
          RotationChange.group(before, number, group).ifPresent(what -> add(what, "cores 5.7"));
      case ParachainScheduled f -> scheduled(f.assignment());
      case ClaimScheduled f -> scheduled(f.assignment());
      case CoreShown f -> scheduled(f.assignment());
      case SharesAssigned _, SharesRefused _, PriceMoved _, CoresAdvanced _ -> {}
      case OrderQueued _, OrderReturned _, OrderDropped _ -> {}
      case CoreOccupied f when before.scheduledOn(f.core()).group() == group -> {
        String what = "para " + f.occupant().para() + " is backed on core " + f.core();
        add(what + CoreOccupation.by(before, f), "cores 5.6");
      }
      case SessionStarted f -> started(f);
      case BlockScheduled f -> announced(f);
      case CoreOccupied _, CoreFreed _, ScheduleWithdrawn _ -> {}
      case BlockRefused _, DiscrepancyFound _, QueueSettled _, IndexSettled _ -> {}
      case ClaimRefused _, ClaimQueued _, ClaimReturned _, ClaimConcluded _, ClaimDropped _ -> {}
    }
  }

  private void add(String what, String rule) {
    reasons.add(new Why.Reason(what, rule));
  }

  private void scheduled(CoreAssignment entry) {
    if (entry.group() == group) {
      String what = "block " + before.block() + " schedules para " + entry.para() + " on core ";
      add(what + entry.core() + ", which the group has then", "cores 5.4");
    }
  }

  private void started(SessionStarted fact) {
    ValidatorGroups groups = fact.session().groups();
    String starts = SessionDecided.starts(fact.session());
    if (group < groups.count()) {
      String what = ": the group has " + groups.size(group) + " of " + groups.active();
      add(starts + what + " validators and begins with core " + group, "cores 6.3");
    } else if (group < before.session().groups().count()) {
      add(starts + ": it has " + groups.count() + " groups, so this one is gone", "cores 6.3");
    }
  }

  private void announced(BlockScheduled fact) {
    for (CoreStatus.Scheduled next : AnnouncedCores.of(before, fact)) {
      if (next.group() == group) {
        String what = "the schedule of block " + fact.block() + " shows the group on core ";
        String how = next.core() + " with para " + next.para() + " in the next block";
        add(what + how, "cores 8");
      }
    }
  }
}
