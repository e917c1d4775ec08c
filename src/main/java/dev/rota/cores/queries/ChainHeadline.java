package dev.rota.cores.queries;

import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.BlockScheduled;
import dev.rota.cores.model.CoresFact.ClaimConcluded;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.DiscrepancyFound;
import dev.rota.cores.model.CoresFact.SessionStarted;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.TurnHeadline;
import java.util.List;

/** What a turn of a chain was about, in a few words. Upper case is what outcomes say. */
final class ChainHeadline {
  private ChainHeadline() {}

  /** A block's schedule is its last fact, and the first that a reader looks for. */
  static String of(List<CoresFact> facts) {
    return TurnHeadline.of(facts, fact -> fact instanceof BlockScheduled, ChainHeadline::part);
  }

  private static String part(CoresFact fact) {
    if (fact instanceof BlockScheduled block) {
      return TurnHeadline.filled(
          "block %s: %s", block.block(), PluralText.of(block.scheduled().size(), "core"));
    }
    if (fact instanceof BlockRefused block) {
      return TurnHeadline.filled("block %s: %s", block.block(), block.reason());
    }
    if (fact instanceof DiscrepancyFound found) {
      return TurnHeadline.filled("block %s: %s", found.block(), found.reason());
    }
    if (fact instanceof SessionStarted session) {
      return TurnHeadline.filled("session %s starts", session.session().index());
    }
    return claim(fact);
  }

  private static String claim(CoresFact fact) {
    if (fact instanceof ClaimQueued claim) {
      return TurnHeadline.filled(
          "%s claims %s: QUEUED", claim.claim().collator(), claim.claim().para());
    }
    if (fact instanceof ClaimRefused claim) {
      return TurnHeadline.filled(
          "%s claims %s: %s", claim.collator(), claim.para(), claim.reason());
    }
    if (fact instanceof ClaimConcluded claim) {
      return claimed(claim.collator(), claim.para(), claim.reason());
    }
    if (fact instanceof ClaimReturned claim) {
      return claimed(claim.claim().collator(), claim.claim().para(), claim.reason());
    }
    return fact instanceof ClaimDropped claim
        ? claimed(claim.collator(), claim.para(), claim.reason())
        : null;
  }

  private static String claimed(String collator, long para, Object reason) {
    return TurnHeadline.filled("%s's claim of %s: %s", collator, para, reason);
  }
}
