package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.ChunkScheduler;
import dev.rota.chunks.placement.HashRings;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementBounds;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.ReplicationFactors;
import dev.rota.chunks.placement.RestrictionCheck;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * A demand before anything is placed. It decides whether a repair is cheaper than placing all
 * copies.
 *
 * @param edits of chunks
 * @param totals of the chunks after the demand
 * @param lineups the workers of each pass
 * @param sameWorkers true if no worker changed
 * @param counting of restricted chunks
 */
record RepairPlan(
    PlacementDemand demand,
    List<SlotEdit> edits,
    WeightTotals totals,
    List<WorkerLineup> lineups,
    boolean sameWorkers,
    RestrictionCheck.Counting counting) {
  /** A repair of fewer copies is always cheaper. */
  static final long LEAST = 10_000;

  /** Repairing one copy costs as much as placing this many. */
  private static final int SHARE = 100;

  Map<PeerId, Integer> positions() {
    Map<PeerId, Integer> positions = new HashMap<>();
    for (int position = 0; position < demand.workers().size(); position++) {
      positions.put(demand.workers().get(position).id(), position);
    }
    return positions;
  }

  /** Returns the shortage if the sums alone show that the first pass has too little, or null. */
  PlacementShortage shortage() {
    WorkerLineup first = lineups.get(0);
    return factors(first).isPresent()
        ? null
        : ChunkScheduler.notEnough(
            totals.bytes(),
            first.budget(),
            first.workers().size(),
            demand.workers().size() - first.workers().size(),
            demand.policy());
  }

  /** True if copies keep their turns and rings. */
  boolean sameOrder(PlacementPolicy before) {
    PlacementPolicy policy = demand.policy();
    return policy.order() == before.order()
        && policy.rings() == before.rings()
        && policy.minReplication() == before.minReplication();
  }

  /**
   * True if a repair is cheaper and certain to start. The answer depends only on the current
   * placement and the demand.
   */
  boolean canRepair(List<LivePass> passes, long limit) {
    for (int pass = 0; pass < lineups.size(); pass++) {
      if (!canRepair(passes.get(pass), lineups.get(pass), limit)) {
        return false;
      }
    }
    return true;
  }

  private boolean canRepair(LivePass pass, WorkerLineup lineup, long limit) {
    List<PlacementWorker> workers = lineup.workers();
    SortedMap<Integer, Integer> factors = factors(lineup).orElse(null);
    PlacementPolicy policy = demand.policy();
    if (factors == null || factors.isEmpty() || workers.isEmpty() || pass.count() == 0) {
      return false;
    }
    boolean ordinary =
        policy.order() == Order.SEED
            ? totals.areWithin(workers, factors, policy.saturation(), counting)
            : workers.size() >= policy.minReplication();
    long bytes = totals.bytes().values().stream().reduce(0L, ReplicationFactors::plus);
    // Sequences are overfull during a repair: their sums must fit a long.
    int most = pass.count() + workers.size();
    boolean small = bytes < Long.MAX_VALUE / (2L * most);
    long enough = Math.max(limit, totals.copies(factors) / SHARE);
    return ordinary
        && small
        && PlacementBounds.check(totals.copies(factors), factors, workers.size(), policy.rings())
            == null
        && most < HashRings.WORKERS_MAX
        && !pass.tied()
        && pass.waiters.rejects() <= enough
        && work(pass, workers, factors) <= enough;
  }

  private Optional<SortedMap<Integer, Integer>> factors(WorkerLineup lineup) {
    return ReplicationFactors.of(
        totals.bytes(), lineup.budget(), demand.policy().minReplication(), lineup.workers().size());
  }

  /** Estimates the number of copies that must walk at first. */
  private long work(
      LivePass pass, List<PlacementWorker> workers, SortedMap<Integer, Integer> factors) {
    long work = totals.difference(factors, pass.factors());
    for (SlotEdit edit : edits) {
      work += pass.copies.planned(edit.slot());
      work += edit.is() == null ? 0 : factors.get(edit.is().weight());
    }
    if (sameWorkers) {
      return work;
    }
    for (int number : leaving(pass, workers)) {
      work += pass.held(number);
    }
    long joining = workers.stream().filter(worker -> pass.number(worker.id()) < 0).count();
    work += joining * totals.copies(factors) / workers.size();
    if (!turned(pass, workers).isEmpty()) {
      work += totals.restrictedCopies(factors);
    }
    return work;
  }

  private static List<Integer> leaving(LivePass pass, List<PlacementWorker> workers) {
    Set<PeerId> present = new HashSet<>();
    workers.forEach(worker -> present.add(worker.id()));
    List<Integer> leaving = new ArrayList<>();
    for (int number = 0; number < pass.lanes(); number++) {
      if (pass.has(number) && !present.contains(pass.worker(number).id())) {
        leaving.add(number);
      }
    }
    return leaving;
  }

  /** Returns the versions whose eligibility changed for some worker. */
  private Set<SoftwareVersion> turned(LivePass pass, List<PlacementWorker> workers) {
    if (totals.versions().isEmpty()) {
      return Set.of();
    }
    Set<SoftwareVersion> turned = new TreeSet<>();
    for (PlacementWorker worker : workers) {
      int number = pass.number(worker.id());
      if (number >= 0 && !worker.equals(pass.worker(number))) {
        for (SoftwareVersion version : totals.versions()) {
          if (worker.satisfies(version) != pass.worker(number).satisfies(version)) {
            turned.add(version);
          }
        }
      }
    }
    return turned;
  }

  /** Makes all changes except removals of chunks. */
  void prepare(int number, LivePass pass, DemandApplication changes) {
    if (!sameWorkers) {
      prepare(lineups.get(number).workers(), pass, changes);
    }
    changes.plan(factors(lineups.get(number)).orElseThrow());
    for (SlotEdit edit : edits) {
      if (edit.is() != null) {
        changes.add(edit.slot());
      }
    }
  }

  private void prepare(List<PlacementWorker> workers, LivePass pass, DemandApplication changes) {
    Set<SoftwareVersion> turned = turned(pass, workers);
    leaving(pass, workers).forEach(changes::leave);
    List<PlacementWorker> joining = new ArrayList<>();
    for (PlacementWorker worker : workers) {
      int known = pass.number(worker.id());
      if (known < 0) {
        joining.add(worker);
      } else if (!worker.equals(pass.worker(known))) {
        changes.change(known, worker);
      }
    }
    joining.forEach(worker -> changes.join(worker, totals.versions()));
    changes.walkAgain(turned);
  }

  /** Returns the workers that leave or change to the other pass. */
  List<PeerId> leaving(List<PlacementWorker> before) {
    if (sameWorkers) {
      return List.of();
    }
    Map<PeerId, Boolean> first = new HashMap<>();
    boolean twice = lineups.size() > 1;
    demand.workers().forEach(worker -> first.put(worker.id(), !twice || worker.reliable()));
    List<PeerId> leaving = new ArrayList<>();
    for (PlacementWorker worker : before) {
      boolean was = !twice || worker.reliable();
      if (!Boolean.valueOf(was).equals(first.get(worker.id()))) {
        leaving.add(worker.id());
      }
    }
    return Collections.unmodifiableList(leaving);
  }
}
