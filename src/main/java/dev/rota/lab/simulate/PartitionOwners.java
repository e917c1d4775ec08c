package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The owners of a lane's partition, who take the lane's turns once more. Each works on rows that
 * nobody else sees until it commits. Now and then one is frozen in the midst of a transaction: a
 * successor opens the lane from the committed rows and takes the uncommitted inputs again. Later
 * the frozen one wakes, goes on with its old state, and its commit is refused.
 *
 * <pre>
 * turn         1 2 3 4 5 6 7 8
 * lane         ─────────────────
 * owner        ─── c ── ✱ ····· 6 7 refused
 * successor        └─── 3 4 5 6 7 c 8
 * </pre>
 */
class PartitionOwners {
  private static final int SELDOM = 64;
  private static final int OFTEN = 8;
  private static final String SAME = "a successor decides what its predecessor decided";
  private static final String ONCE = "every turn is written once";

  private final String lane;
  private final Map<String, Long> written = new HashMap<>();
  private LanesInMemory committed;
  private int epoch;
  private Owner owner;
  private Owner frozen;
  private long freezes;
  private long takenAgain;
  private long refused;

  /** Somebody who believes to own the partition, and its turns since its last commit. */
  private static final class Owner {
    private final LanesInMemory lanes;
    private final int epoch;
    private final List<Traffic.Event> events = new ArrayList<>();
    private final List<DecidedTurn> turns = new ArrayList<>();

    Owner(LanesInMemory lanes, int epoch) {
      this.lanes = lanes;
      this.epoch = epoch;
    }

    List<DecidedTurn> take(String lane, Traffic.Event event) {
      List<DecidedTurn> taken = lanes.turns(lane, event);
      events.add(event);
      turns.addAll(taken);
      return taken;
    }
  }

  PartitionOwners(Domain domain, String lane) {
    this.lane = lane;
    this.committed = new LanesInMemory(domain);
    this.owner = new Owner(committed.copy(), epoch);
  }

  /** How often an owner was frozen. */
  long freezes() {
    return freezes;
  }

  /** Turns that a successor took again. */
  long takenAgain() {
    return takenAgain;
  }

  /** Turns of former owners whose commit was refused. */
  long refused() {
    return refused;
  }

  /** Takes the turns that the lane has just taken. Returns what is wrong. */
  Optional<FailedCheck> take(Traffic.Event event, List<DecidedTurn> decided) {
    Optional<FailedCheck> broken = same(owner.take(lane, event), decided);
    if (broken.isEmpty() && frozen != null) {
      broken = wakes(event);
    }
    if (broken.isEmpty() && isChosen(event, OFTEN, 1)) {
      broken = commit(owner);
    }
    if (broken.isEmpty() && frozen == null && isChosen(event, SELDOM, 2)) {
      broken = freeze();
    }
    return broken;
  }

  /** The event decides, not a counter: a shorter history has the same owners. */
  private static boolean isChosen(Traffic.Event event, int oneOf, int what) {
    return new SplittableRandom(event.atMillis() * 31 + event.topic().hashCode() + what)
            .nextInt(oneOf)
        == 0;
  }

  private Optional<FailedCheck> freeze() {
    freezes++;
    frozen = owner;
    epoch++;
    owner = new Owner(committed.copy(), epoch);
    List<DecidedTurn> again = new ArrayList<>();
    for (Traffic.Event event : frozen.events) {
      again.addAll(owner.take(lane, event));
    }
    takenAgain += again.size();
    return same(again, frozen.turns);
  }

  /** It holds inputs that its successor decided meanwhile, and perhaps a deadline is due to it. */
  private Optional<FailedCheck> wakes(Traffic.Event event) {
    frozen.take(lane, event);
    if (!isChosen(event, OFTEN, 3)) {
      return Optional.empty();
    }
    if (frozen.lanes.lane(lane).nextDeadline() <= event.seenMillis()) {
      frozen.turns.add(frozen.lanes.tick(lane, event.seenMillis()));
    }
    Owner woken = frozen;
    frozen = null;
    return commit(woken);
  }

  /** Commits its turns, or refuses them all. */
  private Optional<FailedCheck> commit(Owner one) {
    if (isRefused(one.epoch, epoch)) {
      refused += one.turns.size();
      return Optional.empty();
    }
    for (DecidedTurn turn : one.turns) {
      TurnEntry entry = turn.entry();
      long expected = written.getOrDefault(entry.lane(), 0L) + 1;
      if (entry.number() != expected) {
        return broken(
            ONCE, "turn " + entry.number() + " of lane " + entry.lane() + " comes a second time");
      }
      written.put(entry.lane(), expected);
    }
    committed = one.lanes.copy();
    one.events.clear();
    one.turns.clear();
    return Optional.empty();
  }

  /** As the group's coordinator does: a commit of offsets by a former generation. */
  boolean isRefused(int ofEpoch, int present) {
    return ofEpoch < present;
  }

  private static Optional<FailedCheck> same(List<DecidedTurn> again, List<DecidedTurn> turns) {
    for (int i = 0; i < Math.max(again.size(), turns.size()); i++) {
      if (i >= again.size()
          || i >= turns.size()
          || !Arrays.equals(again.get(i).toBytes(), turns.get(i).toBytes())) {
        return broken(SAME, told(again, i) + " instead of " + told(turns, i));
      }
    }
    return Optional.empty();
  }

  private static String told(List<DecidedTurn> turns, int index) {
    return index < turns.size() ? turns.get(index).entry().toString() : "nothing";
  }

  private static Optional<FailedCheck> broken(String check, String what) {
    return Optional.of(new FailedCheck(check, what));
  }
}
