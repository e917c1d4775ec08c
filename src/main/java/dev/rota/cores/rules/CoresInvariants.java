package dev.rota.cores.rules;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.ParaSet;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.ValidatorGroups;
import dev.rota.kernel.engine.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The invariants of a chain. */
public final class CoresInvariants {
  private CoresInvariants() {}

  public static List<Invariant<CoresState>> all() {
    return List.of(
        invariant("a para has one live claim at most (GUIDE)", CoresInvariants::oneLiveClaim),
        invariant("the claim index is the live claims (GUIDE)", CoresInvariants::indexIsLive),
        invariant("an entry of the scheduled list stands on its core", CoresInvariants::onItsCore),
        invariant("no core is both scheduled and occupied", CoresInvariants::notTwice),
        invariant("a claim waits for a parathread core that exists", CoresInvariants::offsets),
        invariant("a waiting claim is for a live parathread", CoresInvariants::livePara),
        invariant("a waiting claim is within its retries", CoresInvariants::retries),
        invariant("the queue is in the order of its tickets", CoresInvariants::tickets),
        invariant("every active validator is in exactly one group", CoresInvariants::groups),
        invariant("a core is occupied since a block that was", CoresInvariants::since),
        invariant("orders wait by coretime alone, and not too many", CoresInvariants::orders));
  }

  private static Invariant<CoresState> invariant(
      String name, Function<CoresState, Optional<String>> broken) {
    return new Invariant<>(name, broken);
  }

  private static List<Long> live(CoresState state) {
    List<Long> paras = new ArrayList<>();
    state.queue().forEach(claim -> paras.add(claim.para()));
    for (CoreAssignment entry : state.scheduled()) {
      if (entry.kind() == OccupantKind.PARATHREAD) {
        paras.add(entry.para());
      }
    }
    for (int core = 0; core < state.cores(); core++) {
      CoreOccupant occupant = state.occupant(core);
      if (occupant != null && occupant.kind() == OccupantKind.PARATHREAD) {
        paras.add(occupant.para());
      }
    }
    return paras;
  }

  private static Optional<String> oneLiveClaim(CoresState state) {
    TreeSet<Long> seen = new TreeSet<>();
    return state.rules() != RuleSet.GUIDE
        ? Optional.empty()
        : live(state).stream()
            .filter(para -> !seen.add(para))
            .findFirst()
            .map(para -> "para " + para + " has two");
  }

  private static Optional<String> indexIsLive(CoresState state) {
    ParaSet live = ParaSet.of(live(state));
    return state.rules() != RuleSet.GUIDE || live.equals(state.claimIndex())
        ? Optional.empty()
        : Optional.of("live are " + live + ", indexed " + state.claimIndex());
  }

  private static Optional<String> onItsCore(CoresState state) {
    return firstCore(
        state.scheduledEnd(),
        core -> state.scheduledOn(core) != null && state.scheduledOn(core).core() != core,
        core -> "core " + core + " holds " + state.scheduledOn(core));
  }

  private static Optional<String> notTwice(CoresState state) {
    return firstCore(
        state.cores(),
        core -> state.scheduledOn(core) != null && state.occupant(core) != null,
        core -> "core " + core + " is both");
  }

  private static Optional<String> since(CoresState state) {
    return firstCore(
        state.cores(),
        core -> state.occupant(core) != null && state.occupant(core).since() > state.now(),
        core -> "core " + core + " is occupied since block " + state.occupant(core).since());
  }

  private static Optional<String> firstCore(
      int cores, IntPredicate broken, IntFunction<String> saying) {
    return IntStream.range(0, cores).filter(broken).mapToObj(saying).findFirst();
  }

  private static Optional<String> offsets(CoresState state) {
    long cores = state.parameters().parathreadCores();
    if (state.cursor() >= Math.max(1, cores)) {
      return Optional.of("the cursor is " + state.cursor() + " of " + cores);
    }
    return firstClaim(state, claim -> claim.offset() >= cores);
  }

  private static Optional<String> livePara(CoresState state) {
    return firstClaim(state, claim -> !state.isParathread(claim.para()));
  }

  private static Optional<String> retries(CoresState state) {
    long limit = state.parameters().parathreadRetries();
    return firstClaim(state, claim -> claim.retries() > limit);
  }

  private static Optional<String> firstClaim(CoresState state, Predicate<QueuedClaim> broken) {
    return state.queue().stream().filter(broken).findFirst().map(QueuedClaim::toString);
  }

  private static Optional<String> tickets(CoresState state) {
    long last = -1;
    for (QueuedClaim claim : state.queue()) {
      if (claim.ticket() <= last || claim.ticket() >= state.nextTicket()) {
        return Optional.of(claim + " stands behind ticket " + last);
      }
      last = claim.ticket();
    }
    return Optional.empty();
  }

  private static Optional<String> orders(CoresState state) {
    int waiting = state.coretime().orders().size();
    return waiting > (state.rules() == RuleSet.CORETIME ? CoretimeBlock.QUEUE_MAX : 0)
        ? Optional.of(waiting + " orders wait")
        : Optional.empty();
  }

  private static Optional<String> groups(CoresState state) {
    ValidatorGroups groups = state.session().groups();
    int next = 0;
    for (List<Integer> members : groups.lists()) {
      for (int member : members) {
        if (member != next++) {
          return Optional.of("validator " + member + " stands where " + (next - 1) + " should");
        }
      }
    }
    boolean whole = groups.count() == 0 || next == groups.active();
    return whole && (groups.count() == 0 || groups.count() == state.cores())
        ? Optional.empty()
        : Optional.of(groups + " over " + state.cores() + " cores hold " + next);
  }
}
