package dev.rota.cores.queries;

import dev.rota.cores.model.ActiveSession.CoreUse;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreStatus;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.rules.ScheduleRoutine;
import dev.rota.cores.rules.ScheduleRoutine.ClaimStanding.Elsewhere;
import dev.rota.cores.rules.ScheduleRoutine.CoreBarrier;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Says what a core is doing, and who is next on it. */
final class CoreNow {
  private final CoresState state;
  private final int core;
  private final BlockAhead ahead;

  CoreNow(CoresState state, int core) {
    this(state, core, BlockAhead.of(state));
  }

  CoreNow(CoresState state, int core, BlockAhead ahead) {
    this.state = state;
    this.core = core;
    this.ahead = ahead;
  }

  Why.Reason reason() {
    Why.Reason reason = standing();
    return new Why.Reason(
        reason.what() + "; " + CoreBacking.groups(state, core), reason.rule(), reason.candidates());
  }

  private Why.Reason standing() {
    CoreAssignment entry = state.scheduledOn(core);
    if (state.occupant(core) != null) {
      return new Why.Reason(hold() + nextUp(ahead.occupied(core)), "cores 5.6", line());
    }
    if (entry != null) {
      return new Why.Reason(hold() + "; " + nextBlock(), "cores 5.5", line());
    }
    return free();
  }

  /** 5.9 offers the core to the claim that times out, which goes where the cursor is. */
  private String nextUp(CoreStatus.Occupied occupied) {
    boolean itself =
        occupied.nextUpOnAvailable().isEmpty() && occupied.nextUpOnTimeOut().isPresent();
    return "; next up on available: "
        + ReasonNames.next(occupied.nextUpOnAvailable())
        + ", on time-out: "
        + ReasonNames.next(occupied.nextUpOnTimeOut())
        + (itself ? " again, unless the cursor sends it to another core" : "");
  }

  /** Says what holds the core at the end of the block. */
  String hold() {
    CoreAssignment entry = state.scheduledOn(core);
    if (state.occupant(core) != null) {
      return "occupied by " + ReasonNames.on(state.occupant(core)) + " " + since();
    }
    return entry == null
        ? "free"
        : "scheduled for "
            + ReasonNames.on(entry)
            + ", but group "
            + entry.group()
            + " has not backed it up to block "
            + state.block();
  }

  /** Says since and until when the core is occupied. */
  String since() {
    CoreStatus.Occupied occupied = ahead.occupied(core);
    return "since block "
        + occupied.since()
        + ", in which "
        + backers(occupied)
        + " backed it; "
        + timeOut(occupied);
  }

  private static String backers(CoreStatus.Occupied occupied) {
    return occupied.group().isPresent()
        ? "group " + occupied.group().getAsInt()
        : "a group that cannot be looked up";
  }

  /** The block that frees the core unless the candidate is available before; empty if none does. */
  OptionalLong timesOutIn() {
    return ahead.occupied(core).timeOutAt().isPresent()
        ? state.timesOutIn(core, ahead.block())
        : OptionalLong.empty();
  }

  /** 5.8; the block that is published for its time-out may be past (8). */
  private String timeOut(CoreStatus.Occupied occupied) {
    if (occupied.timeOutAt().isEmpty()) {
      return "its time-out is not known, as RUNTIME would abort over block " + ahead.block();
    }
    OptionalLong block = timesOutIn();
    return block.isPresent()
        ? "unless available before, it times out in block " + block.getAsLong()
        : "it never times out, as its availability period is 0";
  }

  /** Says what the next block gives the core to, if nothing is freed before. */
  String nextBlock() {
    if (ahead.abort() != null) {
      return "RUNTIME would abort over block " + ahead.block() + ": " + ahead.abort();
    }
    Optional<CoreAssignment> next = ahead.scheduledOn(core);
    return next.isPresent()
        ? "block "
            + ahead.block()
            + " schedules para "
            + next.get().para()
            + " with group "
            + next.get().group()
        : "block " + ahead.block() + " leaves it free";
  }

  private Why.Reason free() {
    CoreBarrier barrier = ScheduleRoutine.barrier(ahead.found(), core);
    if (barrier == null) {
      return new Why.Reason("free; " + nextBlock(), "cores 5.4", line());
    }
    return switch (barrier) {
      case SURPLUS ->
          new Why.Reason(
              "surplus, so never assigned: parachains take "
                  + state.session().parachains().size()
                  + " and claims "
                  + state.parameters().parathreadCores()
                  + " of "
                  + state.cores()
                  + " cores",
              "cores 6.1");
      case NO_GROUPS ->
          new Why.Reason("free, as nothing is scheduled without groups", "cores 5.4", line());
      case NO_CLAIM -> {
        String others = state.queued() == 0 ? "" : "; those that wait have another core's offset";
        yield new Why.Reason("free, as no claim waits for it" + others, "cores 5.1", elsewhere());
      }
      case OCCUPIED, SCHEDULED -> throw new AssertionError(barrier);
    };
  }

  private List<Candidate> elsewhere() {
    List<Candidate> candidates = new ArrayList<>();
    for (QueuedClaim claim : state.queue()) {
      if (ScheduleRoutine.standing(state, claim, core) instanceof Elsewhere other) {
        String why = "has offset " + claim.offset() + ", so it waits for core " + other.core();
        candidates.add(new Candidate(ReasonNames.para(claim.para()), false, why, "cores 5.1"));
      }
    }
    return candidates;
  }

  /** Who is on a parathread core, and the line for it as the next block finds it. */
  List<Candidate> line() {
    List<Candidate> candidates = new ArrayList<>();
    if (state.session().use(core) == CoreUse.PARACHAIN) {
      return candidates;
    }
    ClaimLine line = new ClaimLine(ahead.found(), core);
    if (state.occupant(core) != null) {
      String why = "holds the core since block " + state.occupant(core).since();
      long para = state.occupant(core).para();
      candidates.add(new Candidate(ReasonNames.para(para), true, why, "cores 5.6"));
      String first = "first in its line: next when the core is freed";
      candidates.addAll(line.candidates(false, first, "cores 5.9"));
    } else if (ahead.scheduledOn(core).isPresent()) {
      String first = "first in its line: block " + ahead.block() + " schedules it";
      candidates.addAll(line.candidates(true, first, "cores 5.4"));
    } else {
      String first = "first in its line, but " + nextBlock();
      candidates.addAll(
          line.candidates(false, first, ahead.abort() == null ? "cores 5.4" : "cores 12"));
    }
    return candidates;
  }
}
