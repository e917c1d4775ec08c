package dev.rota.cores.model;

import dev.rota.cores.model.CoretimeBook.Served;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/** Read access to a chain: the raw state, then the queries of section 5. */
public interface CoresView {
  /** The latest block, or -1 before the first. */
  long block();

  ActiveSession session();

  /** The number of cores. */
  int cores();

  /** Returns the core's occupant, or null if the core is free or does not exist. */
  CoreOccupant occupant(int core);

  /** Returns the core's entry in the scheduled list, or null. */
  CoreAssignment scheduledOn(int core);

  /** No core from this one on is scheduled. May exceed {@code cores} after a session change. */
  int scheduledEnd();

  int queued();

  /** How many claims or orders wait. */
  default int waiting() {
    return queued() + coretime().orders().size();
  }

  int cursor();

  /** Returns the first claim for the parathread core at this offset, or null. */
  QueuedClaim nextClaim(long offset);

  /** Returns the claims for the parathread core at this offset, in order. */
  List<QueuedClaim> line(long offset);

  /** Returns the claim with which a para waits. */
  Optional<QueuedClaim> waiting(long para);

  /** Returns the queue in order. */
  List<QueuedClaim> queue();

  /** The ticket of the next claim. */
  long nextTicket();

  /** Returns the end of the queue, for adding claims. */
  QueueTail tail();

  ParaSet claimIndex();

  /** What is sold of the cores' time. Only facts change it. */
  CoretimeBook coretime();

  /** Returns a temporary copy that cannot be saved. */
  CoresState copy();

  default SessionParameters parameters() {
    return session().parameters();
  }

  default RuleSet rules() {
    return parameters().rules();
  }

  default boolean isParathread(long para) {
    return session().parathreads().contains(para);
  }

  /** 5.2: whether a para has a claim that is not over. */
  default boolean isClaimed(long para) {
    return claimIndex().contains(para);
  }

  /** The block used by queries that name none. */
  default long now() {
    return Math.max(0, block());
  }

  /** The scheduled list, ascending by core. */
  default List<CoreAssignment> scheduled() {
    List<CoreAssignment> list = new ArrayList<>();
    for (int core = 0; core < scheduledEnd(); core++) {
      if (scheduledOn(core) != null) {
        list.add(scheduledOn(core));
      }
    }
    return list;
  }

  /** 5.7: the para on a core, or empty. */
  default Optional<Long> corePara(int core) {
    CoreOccupant occupant = occupant(core);
    if (occupant != null) {
      return Optional.of(occupant.para());
    }
    // G3
    boolean scheduled = rules().scheduledIsOnCore() && core < cores() && scheduledOn(core) != null;
    return scheduled ? Optional.of(scheduledOn(core).para()) : Optional.empty();
  }

  /** 5.7: the group's members as indices into the active list; possibly none. */
  default Optional<List<Integer>> groupValidators(int group) {
    return group >= 0 && group < session().groups().count()
        ? Optional.of(session().groups().members(group))
        : Optional.empty();
  }

  /** 5.7: the group of a core at a block, or -1. */
  default int groupAssignedToCore(int core, long at) {
    ActiveSession session = session();
    int groups = session.groups().count();
    if (!session.hasBegun(at) || core < 0 || core >= groups) {
      return -1;
    }
    long frequency = session.parameters().groupRotationFrequency();
    if (!session.parameters().rotates()) {
      throw new RuntimeAbort(
          "groupRotationFrequency is 0: the group of core " + core + " at " + at);
    }
    return rules().groupForCore(core, (at - session.startBlock()) / frequency, groups);
  }

  /** 5.7. */
  default GroupRotation groupRotationInfo(long now) {
    return new GroupRotation(session().startBlock(), now, parameters().groupRotationFrequency());
  }

  /** The rotation in force, or the first one if the session starts with the next block. */
  default GroupRotation rotationInForce() {
    return groupRotationInfo(Math.max(now(), session().startBlock()));
  }

  /** 5.8: the number of blocks since the last rotation. */
  default long intoRotation() {
    return intoRotation(now());
  }

  private long intoRotation(long at) {
    return Math.max(0, at + rules().judgesAhead() - session().startBlock())
        % Math.max(1, parameters().groupRotationFrequency());
  }

  /** 5.8: empty if the latest block judges no time-outs. */
  default Optional<TimeoutPredicate> availabilityTimeoutPredicate() {
    return availabilityTimeoutPredicate(now());
  }

  private Optional<TimeoutPredicate> availabilityTimeoutPredicate(long at) {
    SessionParameters parameters = parameters();
    long into = intoRotation(at);
    return into < parameters.longestAvailabilityPeriod()
        ? Optional.of(new TimeoutPredicate(this, at, into))
        : Optional.empty();
  }

  /**
   * 5.8: the first block from {@code first} on that says that the core's candidate has timed out;
   * empty if none ever does. If a block says no though the candidate is pending for long enough,
   * the next one that can say yes begins a rotation.
   */
  default OptionalLong timesOutIn(int core, long first) {
    CoreOccupant occupant = occupant(core);
    long due = occupant.since() + parameters().availabilityPeriod(occupant.kind());
    long at = Math.max(first, due);
    if (isTimedOut(core, occupant, at)) {
      return OptionalLong.of(at);
    }
    long rotation =
        parameters().rotates()
            ? groupRotationInfo(at).nextRotationAt() - rules().judgesAhead()
            : at;
    return isTimedOut(core, occupant, rotation) ? OptionalLong.of(rotation) : OptionalLong.empty();
  }

  private boolean isTimedOut(int core, CoreOccupant occupant, long at) {
    return availabilityTimeoutPredicate(at)
        .map(predicate -> predicate.test(core, occupant.since()))
        .orElse(false);
  }

  /** K8: what each core serves from the next block on, as far as the session looks ahead. */
  default SortedMap<Integer, List<Served>> claimQueue() {
    return coretime()
        .claimQueue(now() + 1, parameters().schedulingLookahead(), session().groups().count());
  }

  /** 5.9, K8: the para that gets the core if its candidate becomes available now. */
  default Optional<CoreSuccessor> nextUpOnAvailable(int core) {
    if (rules() == RuleSet.CORETIME) {
      return CoreSuccessor.of(claimQueue().get(core));
    }
    ActiveSession session = session();
    if (session.use(core) == ActiveSession.CoreUse.PARACHAIN) {
      return core < 0
          ? Optional.empty()
          : Optional.of(new CoreSuccessor(session.parachains().at(core), null));
    }
    QueuedClaim claim = nextClaim(session.offsetOf(core));
    return claim == null
        ? Optional.empty()
        : Optional.of(new CoreSuccessor(claim.para(), claim.collator()));
  }

  /** 5.9: the para that gets the core if its candidate times out now. */
  default Optional<CoreSuccessor> nextUpOnTimeOut(int core) {
    Optional<CoreSuccessor> next = nextUpOnAvailable(core);
    CoreOccupant occupant = occupant(core);
    return next.isEmpty()
            && rules() != RuleSet.CORETIME
            && occupant != null
            && occupant.kind() == OccupantKind.PARATHREAD
        ? Optional.of(new CoreSuccessor(occupant.para(), occupant.collator()))
        : next;
  }
}
