package dev.rota.cores.queries;

import dev.rota.cores.model.Assignment;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.Occupant;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.rules.ClaimRoutine;
import dev.rota.domain.Why;
import java.util.Optional;

/** Says where a para stands. Its claim comes first, then what the session in force knows of it. */
final class ParaNow {
  private final CoresState state;
  private final long para;
  private final Ahead ahead;

  ParaNow(CoresState state, long para) {
    this.state = state;
    this.para = para;
    this.ahead = Ahead.of(state);
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
      Occupant occupant = state.occupant(core);
      if (occupant != null && occupant.para() == para) {
        String what = "occupies core " + core + " " + new CoreNow(state, core, ahead).since();
        return Optional.of(new Why.Reason(what + onTimeOut(occupant), "cores 5.6"));
      }
    }
    return Optional.empty();
  }

  /** 5.3: a claim goes where the cursor is, which 5.9 does not promise. */
  private String onTimeOut(Occupant occupant) {
    return occupant.kind() == OccupantKind.PARACHAIN
        ? ""
        : " and returns to the queue, with " + retries(occupant.retries());
  }

  private String retries(int retries) {
    return Said.retries(retries, state.parameters().parathreadRetries());
  }

  private Optional<Why.Reason> scheduled(OccupantKind kind) {
    for (Assignment entry : state.scheduled()) {
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

  private String withdrawal(Assignment entry) {
    if (ahead.abort() != null) {
      return "RUNTIME would abort over block " + ahead.block() + ": " + ahead.abort();
    }
    CoresFact fact = ahead.withdrawnFrom(entry.core()).orElse(null);
    String next = "block " + ahead.block();
    if (fact instanceof ClaimReturned back) {
      return next
          + " returns it to the queue, to core "
          + Line.coreOf(state, back.claim())
          + ", with "
          + retries(back.claim().retries());
    }
    return fact instanceof ClaimDropped gone
        ? next + " drops it as " + gone.reason() + ", after " + retries(gone.retries())
        : next + " withdraws it";
  }

  private String withdrawalRule(Assignment entry) {
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
    return state.queue().stream()
        .filter(claim -> claim.para() == para)
        .findFirst()
        .map(this::waiting);
  }

  private Why.Reason waiting(QueuedClaim claim) {
    return new Wait(state, claim, ahead).reason();
  }

  private Optional<Why.Reason> parachain() {
    int core = state.session().parachains().indexOf(para);
    if (core < 0) {
      return Optional.empty();
    }
    String what = "parachain of core " + core + ", which is free";
    return Optional.of(
        Backing.isAssigned(state)
            ? new Why.Reason(what + "; " + new CoreNow(state, core, ahead).nextBlock(), "cores 5.4")
            : new Why.Reason(what + ", as nothing is scheduled without groups", "cores 5.4"));
  }

  private Optional<Why.Reason> withoutClaim() {
    boolean indexed = state.claimIndex().contains(para);
    if (!state.isParathread(para) && !indexed) {
      return Optional.empty();
    }
    if (indexed) {
      return Optional.of(
          new Why.Reason(
              "without a claim, but RUNTIME keeps a dropped one in the claim index: "
                  + "no new one is taken until a session has no parathread cores",
              "cores 5.5"));
    }
    return Optional.of(
        ClaimRoutine.addParathreadClaim(state, new Claim(para, "")) instanceof ClaimRefused refused
            ? new Why.Reason(
                "a parathread without a claim; one would be refused now: " + refused.detail(),
                "cores 5.2")
            : new Why.Reason(
                "a parathread without a claim; one would be queued now, for core "
                    + (state.session().parachains().size() + state.cursor()),
                "cores 5.2"));
  }
}
