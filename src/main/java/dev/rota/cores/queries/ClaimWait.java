package dev.rota.cores.queries;

import dev.rota.cores.model.ActiveSession.CoreUse;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.rules.ScheduleRoutine;
import dev.rota.cores.rules.ScheduleRoutine.ClaimStanding.Behind;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Says why a claim waits: for which core, behind whom, and until when. */
final class ClaimWait {
  private final CoresState state;
  private final QueuedClaim claim;
  private final BlockAhead ahead;
  private final int core;
  private final ClaimLine line;
  private final CoreNow bound;

  ClaimWait(CoresState state, QueuedClaim claim, BlockAhead ahead) {
    this.state = state;
    this.claim = claim;
    this.ahead = ahead;
    this.core = state.session().coreOf(claim);
    this.line = new ClaimLine(state, core);
    this.bound = new CoreNow(state, core, ahead);
  }

  Why.Reason reason() {
    String what =
        "waits for core " + core + ", as its offset is " + claim.offset() + "; " + place() + "; ";
    if (state.session().groups().isEmpty()) {
      return told(what + "nothing is scheduled without groups", "cores 5.4");
    }
    if (ahead.abort() != null) {
      return told(what + bound.nextBlock(), "cores 12");
    }
    Optional<CoreAssignment> next = ahead.scheduledFor(claim.para());
    if (next.isPresent()) {
      return told(what + held() + bound.nextBlock(), "cores 5.4");
    }
    return told(what + held() + earliest(), "cores 5.1");
  }

  /** What it waits for, in words that name neither a para nor a core. */
  String waitsFor() {
    if (state.session().groups().isEmpty()) {
      return "nothing is scheduled without groups";
    }
    if (ahead.abort() != null) {
      return bound.nextBlock();
    }
    if (ahead.scheduledFor(claim.para()).isPresent()) {
      return "for the next block, which schedules it";
    }
    if (ScheduleRoutine.standing(state, claim, core) instanceof Behind) {
      return "behind another claim for the same core";
    }
    if (state.occupant(core) != null) {
      return "for its core, which is occupied";
    }
    return state.scheduledOn(core) != null
        ? "for its core, which is scheduled for another para"
        : "for its core, which takes no claim in the next block";
  }

  private Why.Reason told(String what, String rule) {
    return new Why.Reason(what, rule, candidates());
  }

  private String place() {
    String of = " of " + line.size() + " in its line";
    return ScheduleRoutine.standing(state, claim, core) instanceof Behind behind
        ? "place " + behind.place() + of + ", " + ClaimLine.behind(behind)
        : "place 1" + of;
  }

  private String held() {
    return "the core is " + bound.hold() + "; ";
  }

  /** Each block takes one claim of the line at most, so it is within as many blocks as wait. */
  private String earliest() {
    OptionalLong block = BlockForecast.scheduledIn(state, claim.para(), line.size());
    return block.isPresent()
        ? "the claim is scheduled in block "
            + block.getAsLong()
            + " at the earliest, if the core is available in each block"
        : "no forecast reaches the claim";
  }

  private List<Candidate> candidates() {
    List<Candidate> candidates = new ArrayList<>();
    String why = "the claim has its offset, " + claim.offset();
    candidates.add(new Candidate(ReasonNames.core(core), true, why, "cores 5.1"));
    candidates.addAll(bound.line());
    others(false).forEach(candidates::add);
    others(true).forEach(candidates::add);
    return candidates;
  }

  /** The other cores that claims can have; who asks looks for those that idle. */
  private Stream<Candidate> others(boolean occupied) {
    return IntStream.range(0, state.cores())
        .filter(other -> state.session().use(other) == CoreUse.CLAIMS && other != core)
        .filter(other -> (state.occupant(other) != null) == occupied)
        .mapToObj(other -> other(other, occupied ? "occupied" : "not occupied"));
  }

  private Candidate other(int other, String how) {
    String why = how + ", but only for claims with offset " + state.session().offsetOf(other);
    return new Candidate(ReasonNames.core(other), false, why, "cores 5.1");
  }
}
