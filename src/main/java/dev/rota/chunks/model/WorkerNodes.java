package dev.rota.chunks.model;

import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.live.LivePlacement;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.UptimeTerms;
import dev.rota.chunks.values.WorkerUptime;
import dev.rota.kernel.engine.Deadlines;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.table.ChangedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/** The workers of a network, by name. */
public final class WorkerNodes {
  private final Deadlines deadlines;
  private final TreeMap<String, WorkerNode> nodes = new TreeMap<>();
  private final TreeMap<Long, Integer> epochs = new TreeMap<>();
  private final TreeMap<Long, Integer> capacities = new TreeMap<>();
  private final ChangedRows<String, WorkerNode> rows;

  /** Workers that differ in the current generation. */
  private final TreeSet<String> news = new TreeSet<>();

  private NetworkPolicy policy = NetworkPolicy.DEFAULT;
  private boolean stirred;

  /** The number of workers that left since the current generation. */
  private int left;

  WorkerNodes(Deadlines deadlines, ChangedRows<String, WorkerNode> rows) {
    this.deadlines = deadlines;
    this.rows = rows;
  }

  public WorkerNode get(String name) {
    return nodes.get(name);
  }

  /** Returns all workers sorted by name, including those that left since the current generation. */
  public List<WorkerNode> all() {
    List<WorkerNode> all = new ArrayList<>(nodes.size());
    nodes.forEach((_, node) -> all.add(node));
    return all;
  }

  /**
   * Returns the latest epoch as if a worker had reported this one.
   *
   * @param node null: the worker is not in the network yet
   * @param epoch null: not said
   */
  public Long latestEpoch(WorkerNode node, Long epoch) {
    Long own = node == null || !node.isThere() ? null : node.heard().epoch();
    Long others = latestEpoch();
    if (own != null && own.equals(others) && epochs.get(own) == 1) {
      others = epochs.lowerKey(own);
    }
    if (epoch == null || others == null) {
      return epoch == null ? others : epoch;
    }
    return Math.max(epoch, others);
  }

  public int count() {
    return nodes.size();
  }

  /** Returns the highest epoch that any worker reported, or null if none did. */
  public Long latestEpoch() {
    return epochs.isEmpty() ? null : epochs.lastKey();
  }

  /** Returns the largest counted capacity of a worker in bytes, or null if there is no worker. */
  public Long largest() {
    return capacities.isEmpty() ? null : (Long) policy.counted(capacities.lastKey());
  }

  /** True if a worker differs between the current and the next generation. */
  boolean isNews() {
    return !news.isEmpty();
  }

  /** True if the next generation has changed since {@link #settle}. */
  boolean isStirred() {
    return stirred;
  }

  /** True if the current generation has a worker that left. */
  boolean haveLeft() {
    return left > 0;
  }

  void settle() {
    stirred = false;
  }

  void hear(String name, PeerId id, WorkerNode.Heard heard, WorkerStatus status, String reason) {
    WorkerNode known = nodes.get(name);
    WorkerNode node = known == null ? WorkerNode.silent(name, id) : known;
    put(name, node.with(heard, status, reason));
  }

  void judge(String name, WorkerStatus status, String reason) {
    WorkerNode node = nodes.get(name);
    put(name, node.with(node.heard(), status, reason));
  }

  void measure(String name, WorkerUptime uptime) {
    WorkerNode node = nodes.get(name);
    put(name, node.with(node.heard().with(uptime), node.status(), node.reason()));
  }

  void leave(String name) {
    WorkerNode node = nodes.get(name);
    put(name, node.held() == null ? null : node.left());
  }

  /** Sets the worker's set in the new generation. Null: the worker is not in it. */
  void hold(String name, WorkerNode.Held held) {
    WorkerNode node = nodes.get(name);
    put(name, held == null && !node.isThere() ? null : node.with(held));
  }

  /** Notes that the worker's snapshot was published. */
  void show(String name, long atMillis, int parts) {
    put(name, nodes.get(name).with(new WorkerNode.Shown(atMillis, parts, 0)));
  }

  /** Notes that a delta with this many chunks was published. */
  void move(String name, int chunks) {
    WorkerNode node = nodes.get(name);
    WorkerNode.Shown shown = node == null ? null : node.shown();
    if (shown != null && chunks > 0) {
      long moved = shown.moved() + chunks;
      put(name, node.with(new WorkerNode.Shown(shown.atMillis(), shown.parts(), moved)));
    }
  }

  void adopt(NetworkPolicy next, long nowMillis) {
    nodes.forEach((_, node) -> unset(node));
    NetworkPolicy before = policy;
    policy = next;
    if (!next.uptime().equals(before.uptime())) {
      measure(before.uptime(), nowMillis);
    }
    nodes.forEach(
        (_, node) -> {
          set(node);
          stirred |= !Objects.equals(node.worker(before), node.worker(next));
          note(node);
        });
  }

  /** Measures all workers by the present terms. */
  private void measure(UptimeTerms before, long nowMillis) {
    nodes.replaceAll(
        (name, node) -> {
          if (!node.isThere()) {
            return node;
          }
          WorkerNode.Heard heard = node.heard();
          WorkerUptime uptime =
              WorkerUptime.by(policy.uptime(), before, heard.uptime(), heard.atMillis(), nowMillis);
          if (!Objects.equals(uptime, heard.uptime())) {
            rows.mark(name);
          }
          return node.with(heard.with(uptime), node.status(), node.reason());
        });
  }

  private void put(String name, WorkerNode node) {
    if (!Objects.equals(node, nodes.get(name))) {
      rows.mark(name);
      replace(name, node);
    }
  }

  private void replace(String name, WorkerNode node) {
    WorkerNode before = node == null ? nodes.remove(name) : nodes.put(name, node);
    left += hasLeft(node) - hasLeft(before);
    if (before == null || node == null || !node.isHeardAs(before)) { // a generation changes all
      stirred |= !Objects.equals(worker(before), worker(node));
      deadlines.move(offlineAt(before), offlineAt(node), ChunksDeadlineKind.OFFLINE, name);
      deadlines.move(forgottenAt(before), forgottenAt(node), ChunksDeadlineKind.FORGET, name);
      deadlines.move(measuredAt(before), measuredAt(node), ChunksDeadlineKind.MEASURE, name);
      count(before, -1);
      count(node, 1);
    }
    if (node == null) {
      news.remove(name);
    } else {
      note(node);
    }
  }

  private static int hasLeft(WorkerNode node) {
    return node == null || node.isThere() ? 0 : 1;
  }

  private void note(WorkerNode node) {
    if (node.isNews(policy)) {
      news.add(node.name());
    } else {
      news.remove(node.name());
    }
  }

  private PlacementWorker worker(WorkerNode node) {
    return node == null ? null : node.worker(policy);
  }

  private void count(WorkerNode node, int more) {
    if (node != null && node.isThere()) {
      count(capacities, node.heard().capacity(), more);
      if (node.heard().epoch() != null) {
        count(epochs, node.heard().epoch(), more);
      }
    }
  }

  private static void count(Map<Long, Integer> counts, long of, int more) {
    counts.merge(of, more, (was, by) -> was + by == 0 ? null : Integer.valueOf(was + by));
  }

  /** Returns when a silent worker goes offline; {@link Engine#NEVER}: it is offline, or it left. */
  public static long offlineAt(WorkerNode.Heard heard, WorkerStatus status, NetworkPolicy policy) {
    return heard == null || status == WorkerStatus.OFFLINE
        ? Engine.NEVER
        : heard.atMillis() + policy.health().pingTimeout() + 1;
  }

  private long offlineAt(WorkerNode node) {
    return node == null ? Engine.NEVER : offlineAt(node.heard(), node.status(), policy);
  }

  private long forgottenAt(WorkerNode node) {
    return node != null && node.isThere()
        ? node.heard().atMillis() + policy.health().forgetAfter() + 1
        : Engine.NEVER;
  }

  private long measuredAt(WorkerNode node) {
    return node == null || !node.isThere() || node.heard().uptime() == null
        ? Engine.NEVER
        : node.heard().uptime().changesAt(node.heard().atMillis(), policy.uptime());
  }

  private void set(WorkerNode node) {
    deadlines.set(offlineAt(node), ChunksDeadlineKind.OFFLINE, node.name());
    deadlines.set(forgottenAt(node), ChunksDeadlineKind.FORGET, node.name());
    deadlines.set(measuredAt(node), ChunksDeadlineKind.MEASURE, node.name());
  }

  private void unset(WorkerNode node) {
    deadlines.clear(offlineAt(node), ChunksDeadlineKind.OFFLINE, node.name());
    deadlines.clear(forgottenAt(node), ChunksDeadlineKind.FORGET, node.name());
    deadlines.clear(measuredAt(node), ChunksDeadlineKind.MEASURE, node.name());
  }

  /** Restores a row. The policy must be restored before. */
  void restore(WorkerNode node) {
    replace(node.name(), node);
    settle();
  }

  /**
   * Compares the digests of the restored placement with those of the rows.
   *
   * @throws IllegalStateException if a worker's set is not the one that the generation gave it
   */
  void checkSets(LivePlacement live) {
    Map<PeerId, SetDigest> digests = live.digests();
    for (WorkerNode node : all()) {
      WorkerNode.Held held = node.held();
      SetDigest digest = digests.getOrDefault(node.id(), SetDigest.EMPTY);
      if (held != null && !held.digest().equals(digest)) {
        throw new IllegalStateException(
            "the set of worker "
                + node.name()
                + " is placed again as "
                + digest
                + ", and the generation has "
                + held.digest());
      }
    }
  }

  void restore(NetworkPolicy saved) {
    policy = saved;
  }
}
