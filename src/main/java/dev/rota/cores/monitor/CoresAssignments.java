package dev.rota.cores.monitor;

import static dev.rota.kernel.domain.measures.AssignmentSink.NONE;
import static dev.rota.kernel.domain.measures.AssignmentSink.NOTED;
import static dev.rota.kernel.domain.measures.AssignmentSink.TURN_TIME;
import static dev.rota.kernel.domain.measures.AssignmentSink.UNKNOWN;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
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
import dev.rota.cores.model.OccupantKind;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.AssignmentEnd.Tone;
import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.AssignmentSink.ResourceAssignment;

/**
 * Cores have paras from the block that schedules them until they are freed: a core that is occupied
 * goes on with the para it was scheduled for. A claim waits since it joined the queue.
 */
final class CoresAssignments implements AssignmentAccount<CoresState, CoresFact> {
  private static final AssignmentEnd WITHDRAWN = new AssignmentEnd("WITHDRAWN", Tone.MOVED);
  private static final AssignmentEnd SESSION =
      AssignmentEnd.of(CoresReason.SESSION_CHANGE, Tone.MOVED);

  @Override
  public String resourceKind() {
    return "core";
  }

  @Override
  public String thingKind() {
    return "para";
  }

  @Override
  public String name(String resource) {
    return "core " + resource;
  }

  @Override
  public void tell(CoresState before, CoresFact fact, AssignmentSink to) {
    switch (fact) {
      case ParachainScheduled parachain -> to.begins(of(parachain.assignment(), NONE), TURN_TIME);
      case ClaimScheduled claim -> to.begins(of(claim.assignment(), NOTED), TURN_TIME);
      case CoreShown shown ->
          to.begins(of(shown.assignment(), shown.isOrder() ? NOTED : NONE), TURN_TIME);
      case CoreFreed(int core, CoresReason reason) -> {
        CoreOccupant occupant = before.occupant(core);
        Tone tone = reason == CoresReason.AVAILABLE ? Tone.DONE : Tone.FAILED;
        ends(core, occupant.para(), AssignmentEnd.of(reason, tone), to);
      }
      case ScheduleWithdrawn _ ->
          before.scheduled().forEach(one -> ends(one.core(), one.para(), WITHDRAWN, to));
      case SessionStarted _ -> {
        for (int core = 0; core < before.cores(); core++) {
          CoreOccupant occupant = before.occupant(core);
          if (occupant != null) {
            ends(core, occupant.para(), SESSION, to);
          }
        }
      }
      case ClaimQueued queued -> to.waits(thing(queued.claim().para()), TURN_TIME);
      case ClaimReturned returned -> to.waits(thing(returned.claim().para()), TURN_TIME);
      case ClaimDropped dropped -> to.waitsNoMore(thing(dropped.para()));
      case OrderQueued queued -> to.waits(thing(queued.order().para()), TURN_TIME);
      case OrderReturned returned -> to.waits(thing(returned.order().para()), TURN_TIME);
      case OrderDropped dropped -> to.waitsNoMore(thing(dropped.order().para()));
      case SharesAssigned _, SharesRefused _, PriceMoved _, CoresAdvanced _ -> {}
      case BlockRefused _, DiscrepancyFound _, BlockBegan _, BlockScheduled _ -> {}
      case ClaimRefused _, ClaimConcluded _, CoreOccupied _ -> {}
      case QueueSettled _, IndexSettled _ -> {}
    }
  }

  private static void ends(int core, long para, AssignmentEnd end, AssignmentSink to) {
    to.ends(Integer.toString(core), thing(para), end, TURN_TIME);
  }

  private static String thing(long para) {
    return Long.toString(para);
  }

  private static String word(OccupantKind kind) {
    return kind == OccupantKind.PARACHAIN ? "parachain" : "parathread";
  }

  private static ResourceAssignment of(CoreAssignment one, long since) {
    String group = word(one.kind()) + ", group " + one.group();
    return new ResourceAssignment(Integer.toString(one.core()), thing(one.para()), group, since);
  }

  /** The state counts blocks, and has no times. Nor does it keep who backed an occupant. */
  @Override
  public void stand(CoresState state, AssignmentSink to) {
    state
        .scheduled()
        .forEach(
            one ->
                to.begins(of(one, one.kind() == OccupantKind.PARACHAIN ? NONE : UNKNOWN), UNKNOWN));
    for (int core = 0; core < state.cores(); core++) {
      CoreOccupant occupant = state.occupant(core);
      if (occupant != null) {
        long since = occupant.kind() == OccupantKind.PARACHAIN ? NONE : UNKNOWN;
        to.begins(
            new ResourceAssignment(
                Integer.toString(core), thing(occupant.para()), word(occupant.kind()), since),
            UNKNOWN);
      }
    }
  }
}
