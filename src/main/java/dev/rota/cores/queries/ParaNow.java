package dev.rota.cores.queries;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.rules.BlockRoutines;
import dev.rota.cores.rules.ClaimRoutine;
import dev.rota.cores.rules.ScheduleRoutine;
import dev.rota.cores.rules.ScheduleRoutine.CoreBarrier;
import dev.rota.kernel.domain.Why;
import java.util.List;
import java.util.Optional;

/** Says where a para stands. Its claim comes first, then what the session in force knows of it. */
final class ParaNow {
  private final CoresState state;
  private final long para;
  private final BlockAhead ahead;

  ParaNow(CoresState state, long para) {
    this.state = state;
    this.para = para;
    this.ahead = BlockAhead.of(state);
  }

  Optional<Why.Reason> reason() {
    return occupying()
        .or(() -> scheduled(OccupantKind.PARATHREAD))
        .or(this::waiting)
        .or(() -> scheduled(OccupantKind.PARACHAIN))
        .or(this::parachain)
        .or(this::withoutClaim);
  }

  private Optional<Why.Reason> occupying() {
    for (int core = 0; core < state.cores(); core++) {
      CoreOccupant occupant = state.occupant(core);
      if (occupant != null && occupant.para() == para) {
        CoreNow now = new CoreNow(state, core, ahead);
        String timeOut = now.timesOutIn().isPresent() ? onTimeOut(core) : "";
        return Optional.of(
            new Why.Reason("occupies core " + core + " " + now.since() + timeOut, "cores 5.6"));
      }
    }
    return Optional.empty();
  }

  /** 5.3: a claim goes where the cursor is, which 5.9 does not promise. */
  private String onTimeOut(int core) {
    return BlockRoutines.freeCores(state, List.of(new Freed(core, Freeing.TIMED_OUT))).stream()
        .filter(fact -> fact instanceof ClaimReturned)
        .map(fact -> ((ClaimReturned) fact).claim().retries())
        .map(retries -> " and returns to the queue, with " + retries(retries))
        .findFirst()
        .orElse("");
  }

  private String retries(int retries) {
    return ReasonNames.retries(retries, state.parameters().parathreadRetries());
  }

  private Optional<Why.Reason> scheduled(OccupantKind kind) {
    for (CoreAssignment entry : state.scheduled()) {
      if (entry.para() == para && entry.kind() == kind) {
        String what =
            "scheduled on core "
                + entry.core()
                + ", but group "
                + entry.group()
                + " has not backed it up to block "
                + state.block()
                + "; ";
        return Optional.of(
            new Why.Reason(what + withdrawal(entry) + again(), withdrawalRule(entry)));
      }
    }
    return Optional.empty();
  }

  private String withdrawal(CoreAssignment entry) {
    if (ahead.abort() != null) {
      return "RUNTIME would abort over block " + ahead.block() + ": " + ahead.abort();
    }
    CoresFact fact = ahead.withdrawnFrom(entry.core()).orElse(null);
    String next = "block " + ahead.block();
    if (fact instanceof ClaimReturned back) {
      return next
          + " returns it to the queue, to core "
          + state.session().coreOf(back.claim())
          + ", with "
          + retries(back.claim().retries());
    }
    return fact instanceof ClaimDropped gone
        ? next + " drops it as " + gone.reason() + ", after " + retries(gone.retries())
        : next + " withdraws it";
  }

  private String withdrawalRule(CoreAssignment entry) {
    if (ahead.abort() != null) {
      return "cores 12";
    }
    CoresFact fact = ahead.withdrawnFrom(entry.core()).orElse(null);
    return fact instanceof ClaimDropped gone ? gone.rule() : "cores 5.5";
  }

  /** What the next block schedules for it. */
  private String again() {
    return ahead
        .scheduledFor(para)
        .map(next -> " and schedules it on core " + next.core() + " with group " + next.group())
        .orElse("");
  }

  private Optional<Why.Reason> waiting() {
    return state.waiting(para).map(claim -> new ClaimWait(state, claim, ahead).reason());
  }

  private Optional<Why.Reason> parachain() {
    int core = state.session().parachains().indexOf(para);
    if (core < 0) {
      return Optional.empty();
    }
    CoreNow now = new CoreNow(state, core, ahead);
    String what = "parachain of core " + core + ", which is " + now.hold();
    return Optional.of(
        ScheduleRoutine.barrier(ahead.found(), core) == CoreBarrier.NO_GROUPS
            ? new Why.Reason(what + ", as nothing is scheduled without groups", "cores 5.4")
            : new Why.Reason(what + "; " + now.nextBlock(), "cores 5.4"));
  }

  private Optional<Why.Reason> withoutClaim() {
    boolean kept = state.isClaimed(para);
    if (!state.isParathread(para) && !kept) {
      return Optional.empty();
    }
    CoresFact answer = ClaimRoutine.addParathreadClaim(state, new Claim(para, ""));
    if (answer instanceof ClaimQueued queued) {
      String what = "a parathread without a claim; one would be queued now, for core ";
      return Optional.of(
          new Why.Reason(what + state.session().coreOf(queued.claim()), "cores 5.2"));
    }
    ClaimRefused refused = (ClaimRefused) answer;
    String entry =
        "RUNTIME keeps a dropped one in the claim index: no new one is taken until a session has no"
            + " parathread cores or other rules";
    if (refused.reason() == CoresReason.ALREADY_CLAIMED) {
      return Optional.of(new Why.Reason("without a claim, but " + entry, "cores 5.5"));
    }
    String what = "one would be refused now: " + refused.detail() + (kept ? "; " + entry : "");
    String role = state.isParathread(para) ? "a parathread without a claim; " : "without a claim; ";
    return Optional.of(new Why.Reason(role + what, "cores 5.2"));
  }
}
