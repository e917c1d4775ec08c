package dev.rota.cores.whatif;

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
import dev.rota.kernel.domain.measures.FigureGoal;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Measures a chain: how claims wait and end, and what cores do. The tenants are the paras. */
final class CoresGauge implements HistoryGauge<CoresFact> {
  private static final String WAITED = "waiting for a core";
  private static final String CLAIMED = "claims queued";
  private static final String REFUSED = "claims refused";
  private static final String SCHEDULED = "claims scheduled";
  private static final String CONCLUDED = "claims concluded";
  private static final String RETRIES = "retries: not backed";
  private static final String TIME_OUTS = "time-outs";
  private static final String DROPPED = "claims dropped";
  private static final String ODD = "blocks that contradict";
  private static final String QUEUE = "claims that wait";
  private static final String IDLE = "idle cores";

  private final LaneMeasures to;

  /** When each para's claim was queued first, in ms. */
  private final Map<Long, Long> queued = new HashMap<>();

  CoresGauge(LaneMeasures to) {
    this.to = to;
    to.counts(CLAIMED, REFUSED, SCHEDULED, CONCLUDED, RETRIES, TIME_OUTS, DROPPED, ODD);
    to.samples("ms", WAITED);
    to.levels(QUEUE, IDLE);
    to.goal(FigureGoal.LESS, WAITED, QUEUE, REFUSED, RETRIES, TIME_OUTS, DROPPED, ODD);
    to.goal(FigureGoal.MORE, SCHEDULED, CONCLUDED);
  }

  @Override
  public void see(List<CoresFact> facts, long atMillis) {
    facts.forEach(fact -> see(fact, atMillis));
  }

  private void see(CoresFact fact, long at) {
    switch (fact) {
      case ClaimQueued claim -> {
        queued.put(claim.claim().para(), at);
        to.count(CLAIMED, 1, at);
        to.change(QUEUE, 1, at);
      }
      case OrderQueued order -> {
        queued.putIfAbsent(order.order().para(), at);
        to.count(CLAIMED, 1, at);
        to.change(QUEUE, 1, at);
      }
      case CoreShown shown -> {
        if (shown.isOrder()) {
          scheduled(shown.assignment().para(), at);
        }
      }
      case OrderReturned _ -> to.count(RETRIES, 1, at);
      case OrderDropped _ -> {
        to.count(DROPPED, 1, at);
        to.change(QUEUE, -1, at);
      }
      case ClaimRefused _ -> to.count(REFUSED, 1, at);
      case ClaimScheduled claim -> scheduled(claim.assignment().para(), at);
      case ClaimConcluded _ -> to.count(CONCLUDED, 1, at);
      case ClaimReturned claim -> {
        to.count(claim.reason() == CoresReason.TIMED_OUT ? TIME_OUTS : RETRIES, 1, at);
        to.change(QUEUE, 1, at);
      }
      case ClaimDropped claim -> {
        queued.remove(claim.para());
        to.count(DROPPED, 1, at);
      }
      case QueueSettled settled -> to.level(QUEUE, settled.claims().size(), at);
      case DiscrepancyFound _ -> to.count(ODD, 1, at);
      case BlockScheduled block ->
          to.level(
              IDLE, block.cores().stream().filter(CoreStatus.Free.class::isInstance).count(), at);
      case BlockRefused _, BlockBegan _, SessionStarted _, IndexSettled _ -> {}
      case SharesAssigned _, SharesRefused _, PriceMoved _, CoresAdvanced _ -> {}
      case CoreFreed _, ScheduleWithdrawn _, ParachainScheduled _, CoreOccupied _ -> {}
    }
  }

  /** Only the first time counts: a claim that returns has had its turn. */
  private void scheduled(long para, long at) {
    to.count(SCHEDULED, 1, at);
    to.change(QUEUE, -1, at);
    Long since = queued.remove(para);
    if (since != null) {
      to.sample(WAITED, "para " + para, at - since, at);
    }
  }
}
