package dev.rota.cores.rules;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.IndexSettled;
import dev.rota.cores.model.CoresFact.QueueSettled;
import dev.rota.cores.model.CoresFact.ScheduleWithdrawn;
import dev.rota.cores.model.CoresFact.SessionStarted;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.ParaSet;
import dev.rota.cores.model.QueueTail;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The session change at the end of a block (section 6). */
final class SessionRoutines {
  private SessionRoutines() {}

  /** Returns the steps in order. The session starts with the next block. */
  static List<Step<CoresView, CoresFact>> sessionChange(
      CoresView before, CoresInput.Session session, long block) {
    ActiveSession next = ActiveSession.of(session, block + 1);
    SessionParameters old = before.parameters();
    return List.of(
        view -> displaced(view, next),
        view -> withdrawn(view, next),
        _ -> List.of(new SessionStarted(next)),
        view -> settle(view, old),
        view -> CoretimeRoutines.rule(view) ? List.of() : CoretimeRoutines.dropped(view));
  }

  /** What is scheduled by coretime, or before it, is not what the other rules schedule. */
  private static List<CoresFact> withdrawn(CoresView view, ActiveSession next) {
    boolean isByCoretime = next.parameters().rules() == RuleSet.CORETIME;
    if (CoretimeRoutines.rule(view) == isByCoretime) {
      return List.of();
    }
    List<CoresFact> facts = new ArrayList<>();
    facts.add(new ScheduleWithdrawn());
    if (isByCoretime) {
      view.scheduled().stream()
          .filter(entry -> entry.kind() == OccupantKind.PARATHREAD)
          .map(entry -> withoutCores(view, next, entry))
          .forEach(facts::add);
    }
    return facts;
  }

  private static CoresFact withoutCores(CoresView view, ActiveSession next, CoreAssignment entry) {
    return withoutCores(view, next, Optional.of(entry.core()), CoreOccupant.of(entry, view.now()));
  }

  /** Queues the claims of occupied cores, ascending by core, by the old core count (6.2, G2). */
  private static List<CoresFact> displaced(CoresView view, ActiveSession next) {
    List<CoresFact> facts = new ArrayList<>();
    boolean noCores = next.parameters().parathreadCores() == 0;
    QueueTail tail =
        new QueueTail(
            view.nextTicket(), view.cursor(), Math.max(1, view.parameters().parathreadCores()));
    String rule = next.parameters().rules() == RuleSet.RUNTIME ? "cores 6" : "cores G2";
    for (int core = 0; core < view.cores(); core++) {
      CoreOccupant claim = view.occupant(core);
      if (claim != null && claim.kind() == OccupantKind.PARATHREAD) {
        facts.add(
            CoretimeRoutines.rule(view)
                ? CoretimeRoutines.over(view, core, claim, CoresReason.SESSION_CHANGE, "cores K1")
                : noCores
                    ? withoutCores(view, next, Optional.of(core), claim)
                    : new ClaimReturned(
                        core,
                        tail.next(claim.para(), claim.collator(), claim.retries()),
                        CoresReason.SESSION_CHANGE,
                        rule,
                        view.block()));
      }
    }
    return facts;
  }

  private static CoresFact withoutCores(
      CoresView view, ActiveSession next, Optional<Integer> core, CoreOccupant claim) {
    return new ClaimDropped(
        core,
        claim.para(),
        claim.collator(),
        claim.retries(),
        CoresReason.NO_PARATHREAD_CORES,
        true,
        next.parameters().rules() == RuleSet.RUNTIME ? "cores 6" : "cores G5",
        view.block());
  }

  /** Decides which claims the new session keeps, and their offsets (6.4). */
  private static List<CoresFact> settle(CoresView view, SessionParameters old) {
    List<CoresFact> facts = new ArrayList<>();
    SessionParameters parameters = view.parameters();
    List<QueuedClaim> kept = new ArrayList<>(view.queued());
    for (QueuedClaim claim : view.queue()) {
      Optional<CoresReason> reason = pruned(view, claim);
      if (reason.isPresent()) {
        facts.add(dropped(view, claim, reason.get()));
      } else {
        kept.add(claim);
      }
    }
    long cores = parameters.parathreadCores();
    if (cores == 0) {
      facts.add(new QueueSettled(List.of(), 0));
    } else if (parameters.rules().renumbers(old.parathreadCores(), cores)) {
      facts.add(renumbered(kept, cores));
    } else if (kept.size() < view.queued()) {
      facts.add(new QueueSettled(kept, view.cursor()));
    }
    settleIndex(view, old, kept).ifPresent(facts::add);
    return facts;
  }

  private static Optional<CoresReason> pruned(CoresView view, QueuedClaim claim) {
    if (view.parameters().parathreadCores() == 0) {
      return Optional.of(CoresReason.NO_PARATHREAD_CORES);
    }
    return Optional.ofNullable(BlockRoutines.over(view, claim.para(), claim.retries()));
  }

  private static CoresFact dropped(CoresView view, QueuedClaim claim, CoresReason reason) {
    boolean guideWithoutCores =
        reason == CoresReason.NO_PARATHREAD_CORES && view.rules() != RuleSet.RUNTIME;
    return new ClaimDropped(
        Optional.empty(),
        claim.para(),
        claim.collator(),
        claim.retries(),
        reason,
        true,
        guideWithoutCores ? "cores G5" : "cores 6",
        view.block());
  }

  private static QueueSettled renumbered(List<QueuedClaim> kept, long cores) {
    List<QueuedClaim> dealt = new ArrayList<>(kept.size());
    for (QueuedClaim claim : kept) {
      dealt.add(claim.at((int) (dealt.size() % cores)));
    }
    return new QueueSettled(dealt, (int) (dealt.size() % cores));
  }

  private static Optional<CoresFact> settleIndex(
      CoresView view, SessionParameters old, List<QueuedClaim> kept) {
    RuleSet rules = view.rules();
    if (view.parameters().parathreadCores() == 0 && rules.wipesIndexWithoutCores()) {
      return Optional.of(new IndexSettled(ParaSet.NONE));
    }
    // A lane that leaves RUNTIME also drops its leaked entries.
    if (old.rules() == RuleSet.RUNTIME && rules != RuleSet.RUNTIME) {
      return Optional.of(new IndexSettled(live(view, kept)));
    }
    return Optional.empty();
  }

  private static ParaSet live(CoresView view, List<QueuedClaim> kept) {
    List<Long> paras = new ArrayList<>();
    kept.forEach(claim -> paras.add(claim.para()));
    view.scheduled().stream()
        .filter(entry -> entry.kind() == OccupantKind.PARATHREAD)
        .forEach(entry -> paras.add(entry.para()));
    return ParaSet.of(paras);
  }
}
