package dev.rota.cores.queries;

import dev.rota.cores.model.ActiveSession;
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
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.SpotOrder;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.TurnHeadline;
import java.math.BigInteger;
import java.util.List;

/** What a turn of a chain was about, in a few words. Upper case is what outcomes say. */
final class ChainHeadline {
  private ChainHeadline() {}

  /** A block's schedule is its last fact, and the first that a reader looks for. */
  static String of(List<CoresFact> facts) {
    return TurnHeadline.of(facts, fact -> fact instanceof BlockScheduled, ChainHeadline::part);
  }

  private static String part(CoresFact fact) {
    return switch (fact) {
      case BlockScheduled block ->
          TurnHeadline.filled(
              "block %s: %s", block.block(), PluralText.of(block.scheduled().size(), "core"));
      case BlockRefused block -> TurnHeadline.filled("block %s: %s", block.block(), block.reason());
      case DiscrepancyFound found ->
          TurnHeadline.filled("block %s: %s", found.block(), found.reason());
      case SessionStarted(ActiveSession session) ->
          TurnHeadline.filled("session %s starts", session.index());
      case ClaimQueued(QueuedClaim claim, _) ->
          TurnHeadline.filled("%s claims %s: QUEUED", claim.collator(), claim.para());
      case ClaimRefused claim ->
          TurnHeadline.filled("%s claims %s: %s", claim.collator(), claim.para(), claim.reason());
      case ClaimConcluded claim -> claimed(claim.collator(), claim.para(), claim.reason());
      case ClaimReturned claim ->
          claimed(claim.claim().collator(), claim.claim().para(), claim.reason());
      case ClaimDropped claim -> claimed(claim.collator(), claim.para(), claim.reason());
      case SharesAssigned shares ->
          TurnHeadline.filled("core %s from block %s on", shares.core(), shares.schedule().begin());
      case SharesRefused shares ->
          TurnHeadline.filled("core %s: %s", shares.core(), shares.reason());
      case OrderQueued(SpotOrder order, BigInteger price, _) ->
          TurnHeadline.filled("%s orders %s for %s: QUEUED", order.collator(), order.para(), price);
      case OrderReturned(_, SpotOrder order, _) -> ordered(order, CoresReason.CORE_BLOCKED);
      case OrderDropped(_, SpotOrder order, CoresReason reason, _) -> ordered(order, reason);
      case PriceMoved _, CoresAdvanced _, CoreShown _ -> null;
      case BlockBegan _, QueueSettled _, IndexSettled _ -> null;
      case CoreFreed _, ScheduleWithdrawn _, ParachainScheduled _ -> null;
      case ClaimScheduled _, CoreOccupied _ -> null;
    };
  }

  private static String ordered(SpotOrder order, CoresReason reason) {
    return TurnHeadline.filled("%s's order of %s: %s", order.collator(), order.para(), reason);
  }

  private static String claimed(String collator, long para, Object reason) {
    return TurnHeadline.filled("%s's claim of %s: %s", collator, para, reason);
  }
}
