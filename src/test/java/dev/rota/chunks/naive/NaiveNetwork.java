package dev.rota.chunks.naive;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.PingRefusal;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerMark;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.naive.NaivePlacement.Chunk;
import dev.rota.chunks.naive.NaivePlacement.Demand;
import dev.rota.chunks.naive.NaivePlacement.Settings;
import dev.rota.chunks.naive.NaivePlacement.Worker;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.engine.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/**
 * A network by the letter of its specification: nothing is kept that can be worked out, and all of
 * it is worked out again for each record.
 */
final class NaiveNetwork {
  static final String NAME = "tethys";

  /** What is told for people is only there or not. */
  static final String WORDS = "...";

  /** The end of the year 9999: no record may come later. */
  static final long LAST_MILLIS = 253_402_300_799_999L;

  /** No number of bytes, epochs or blocks is larger. */
  static final long MOST = 1L << 60;

  /** When a generation is made: since when, until when, and whether for more than listings. */
  record Window(long since, long due, boolean urged) {}

  NaiveRules rules = new NaiveRules();
  final NaiveLists lists = new NaiveLists();
  final TreeMap<String, NaiveWorker> workers = new TreeMap<>();
  final NaiveSets sets = new NaiveSets();

  /** What operators said of workers. */
  final TreeMap<String, WorkerMark> marks = new TreeMap<>();

  /** What each worker was last told, or would have been, to be. */
  private final Map<String, Reliability> statuses = new TreeMap<>();

  /** What a generation is made of: where all is as it stands, none is made. */
  record Basis(
      Map<String, Map<String, Long>> listed,
      List<Worker> workers,
      Settings settings,
      Map<String, Double> weights,
      Map<String, List<DatasetSegment>> segments) {}

  Basis standing = basis();

  /** Null: nothing waits for a generation. */
  Window window;

  /** Whether what there is now made none. */
  boolean refused;

  long nowMillis;
  private final List<Output> told = new ArrayList<>();

  /** A record comes, or (null) nothing but time. */
  List<Output> take(long atMillis, SpecificRecord record) {
    told.clear();
    long until = Math.max(nowMillis, atMillis);
    lists.timeoutMillis = rules.number("listingTimeoutMs");
    for (Deadline due = next(); due != null && due.atMillis() <= until; due = next()) {
      nowMillis = Math.max(nowMillis, due.atMillis());
      fire(due);
    }
    nowMillis = until;
    if (record instanceof ChunkListing listing) {
      list(listing);
    } else if (record instanceof WorkerPing ping) {
      ping(ping, atMillis);
    } else if (record instanceof ChunkPolicy policy) {
      rule(policy);
    }
    return List.copyOf(told);
  }

  void say(Object event) {
    NetworkOutcome outcome = new NetworkOutcome(NAME, nowMillis, sets.generation, event);
    told.add(new Output(Channel.OUTCOMES, outcome, ""));
  }

  // What falls due.

  /** The first of all, by time, kind, name. */
  Deadline next() {
    TreeSet<Deadline> all = new TreeSet<>();
    for (NaiveWorker one : workers.values()) {
      all.add(new Deadline(after(one, "forgetAfterMs"), "forget", one.name));
      Long turns = rules.minUptime() == 0 ? null : one.uptimeTurns(rules, nowMillis);
      if (turns != null) {
        all.add(new Deadline(turns, "measure", one.name));
      }
      if (status(one) != Reliability.OFFLINE) {
        all.add(new Deadline(after(one, "pingTimeoutMs"), "offline", one.name));
      }
    }
    for (WorkerMark mark : marks.values()) {
      if (mark.getUntil() != null) {
        all.add(new Deadline(mark.getUntil(), "mark", mark.getWorker()));
      }
    }
    lists.dues().forEach((id, at) -> all.add(new Deadline(at, "listing", id)));
    if (window != null) {
      all.add(new Deadline(window.due, "place", ""));
    }
    return all.isEmpty() ? null : all.first();
  }

  private long after(NaiveWorker one, String setting) {
    return plus(one.saidMillis, rules.number(setting), 1);
  }

  static long plus(long one, long two, long three) {
    return two > Long.MAX_VALUE - one - three ? Long.MAX_VALUE : one + two + three;
  }

  private void fire(Deadline due) {
    Basis before = basis();
    switch (due.kind()) {
      case "forget" -> {
        Long latest = latestEpoch();
        forget(due.id());
        if (!Objects.equals(latest, latestEpoch())) {
          tellChanges();
        }
        stir(before, true);
      }
      case "listing" -> lists.expire(due.id()).forEach(this::tell);
      case "mark" -> {
        marks.remove(due.id());
        tellIfChanged(due.id());
        stir(before, true);
      }
      case "measure" -> {
        workers.get(due.id()).look(rules, nowMillis);
        tellIfChanged(due.id());
        stir(before, true);
      }
      case "offline" -> {
        tellChange(workers.get(due.id()));
        stir(before, true);
      }
      default -> new NaiveGeneration(this).make();
    }
  }

  private void forget(String worker) {
    workers.remove(worker);
    statuses.remove(worker);
    sayOf(worker, WorkerOutcomeKind.FORGOTTEN);
    withdraw(worker);
  }

  private void withdraw(String worker) {
    sets.forget(worker);
    told.add(new Output(Channel.SNAPSHOTS, worker + "/0", null, ""));
  }

  // Workers.

  private Long latestEpoch() {
    return workers.values().stream()
        .map(one -> one.said.getEpoch())
        .filter(Objects::nonNull)
        .max(Long::compare)
        .orElse(null);
  }

  Reliability status(NaiveWorker worker) {
    return statuses.get(worker.name);
  }

  private Reliability statusNow(NaiveWorker worker) {
    return worker.status(rules, marks.containsKey(worker.name), latestEpoch(), nowMillis);
  }

  private void tellChange(NaiveWorker one) {
    statuses.put(one.name, statusNow(one));
    say(about(one, WorkerOutcomeKind.CHANGED));
  }

  private void tellIfChanged(String worker) {
    NaiveWorker one = workers.get(worker);
    if (one != null && statusNow(one) != status(one)) {
      tellChange(one);
    }
  }

  /** Some have another status without a word of theirs. */
  private void tellChanges() {
    workers.values().stream()
        .filter(one -> statusNow(one) != status(one))
        .forEach(this::tellChange);
  }

  WorkerOutcome about(NaiveWorker one, WorkerOutcomeKind kind) {
    Reliability status = status(one);
    boolean isTold = kind != WorkerOutcomeKind.CHANGED && status != Reliability.OFFLINE;
    return WorkerOutcome.newBuilder()
        .setWorker(one.name)
        .setOutcome(kind)
        .setStatus(status)
        .setDetail(status == Reliability.ONLINE ? null : WORDS)
        .setOfflineAt(isTold ? after(one, "pingTimeoutMs") : null)
        .build();
  }

  private void sayOf(String worker, WorkerOutcomeKind kind) {
    say(WorkerOutcome.newBuilder().setWorker(worker).setOutcome(kind).build());
  }

  private PingRefusal wrong(WorkerPing ping, long atMillis) {
    if (NaiveHash.peer(ping.getWorker()) == null) {
      return PingRefusal.BAD_PEER_ID;
    }
    NaiveWorker known = workers.get(ping.getWorker());
    if (known == null && ping.getLeaving()) {
      return PingRefusal.NOT_FOUND;
    }
    if (!ping.getLeaving() && isOutOfRange(ping)) {
      return PingRefusal.OUT_OF_RANGE;
    }
    if (!ping.getLeaving() && "".equals(ping.getVersion())) {
      return PingRefusal.INVALID_ARGUMENT;
    }
    if (nowMillis > LAST_MILLIS || atMillis < 0) {
      return PingRefusal.OUT_OF_RANGE;
    }
    boolean late =
        known != null && atMillis < known.saidMillis
            || nowMillis - atMillis > rules.number("forgetAfterMs");
    return late ? PingRefusal.LATE : null;
  }

  private static boolean isOutOfRange(WorkerPing ping) {
    return isOutOf(1, ping.getCapacityBytes())
        || ping.getStoredBytes() != null && isOutOf(0, ping.getStoredBytes())
        || ping.getEpoch() != null && isOutOf(0, ping.getEpoch());
  }

  private static boolean isOutOf(long least, long value) {
    return value < least || value > MOST;
  }

  private void ping(WorkerPing ping, long atMillis) {
    PingRefusal wrong = wrong(ping, atMillis);
    String name = ping.getWorker();
    if (wrong != null) {
      say(
          WorkerOutcome.newBuilder()
              .setWorker(name)
              .setOutcome(WorkerOutcomeKind.REFUSED)
              .setReason(wrong)
              .setDetail(WORDS)
              .build());
      return;
    }
    Basis before = basis();
    if (ping.getLeaving()) {
      workers.remove(name);
      statuses.remove(name);
      sayOf(name, WorkerOutcomeKind.LEFT);
      tellChanges();
      withdraw(name);
    } else {
      NaiveWorker last = workers.put(name, new NaiveWorker(ping, atMillis, workers.get(name)));
      workers.get(name).look(rules, nowMillis);
      Reliability was = statuses.put(name, statusNow(workers.get(name)));
      answer(workers.get(name), last, was);
      tellChanges();
      if (sets.isToKeep(name, nowMillis, rules.number("snapshotAgeMs"))) {
        sets.keep(name, nowMillis);
        told.add(new Output(Channel.SNAPSHOTS, name + "/0", sets.snapshot(name, nowMillis), ""));
      }
    }
    stir(before, true);
  }

  private void answer(NaiveWorker now, NaiveWorker last, Reliability was) {
    boolean same =
        last != null
            && last.said.getCapacityBytes() == now.said.getCapacityBytes()
            && Objects.equals(last.said.getVersion(), now.said.getVersion())
            && last.said.getSuspicious() == now.said.getSuspicious()
            && was == status(now);
    if (!same || rules.beatsAnswered()) {
      say(about(now, last == null ? WorkerOutcomeKind.JOINED : WorkerOutcomeKind.ALIVE));
    }
  }

  // Listings.

  private void list(ChunkListing listing) {
    Basis before = basis();
    Long largest =
        workers.values().stream().map(one -> one.counted(rules)).max(Long::compare).orElse(null);
    List<ChunkOutcome> outcomes = lists.take(listing, nowMillis, largest);
    int answer = outcomes.size() - 1;
    outcomes.subList(0, answer).forEach(this::tell);
    stir(before, false);
    tell(outcomes.get(answer));
  }

  private void tell(ChunkOutcome outcome) {
    say(
        ChunkOutcome.newBuilder(outcome)
            .setGenerationAt(window == null ? null : window.due)
            .build());
  }

  // The policy.

  private void rule(ChunkPolicy policy) {
    NaiveRules next;
    try {
      if (nowMillis > LAST_MILLIS) {
        throw new NaiveRules.Refused(PolicyRefusal.OUT_OF_RANGE);
      }
      next = rules.with(policy);
      String worker = policy.getControl() == null ? null : policy.getControl().getWorker();
      if (worker != null && !sets.workers().contains(worker)) {
        throw new NaiveRules.Refused(PolicyRefusal.NOT_FOUND);
      }
      check(policy.getMark());
    } catch (NaiveRules.Refused refusal) {
      say(
          PolicyOutcome.newBuilder()
              .setOutcome(PolicyOutcomeKind.REFUSED)
              .setReason(refusal.reason)
              .setDetail(WORDS)
              .build());
      return;
    }
    Basis before = basis();
    adopt(next, policy.getMark());
    say(
        PolicyOutcome.newBuilder()
            .setOutcome(PolicyOutcomeKind.SET)
            .setUnlisted(unlisted())
            .build());
    for (String worker : List.copyOf(workers.keySet())) {
      if (after(workers.get(worker), "forgetAfterMs") <= nowMillis) {
        forget(worker);
      }
    }
    expire();
    tellChanges();
    stir(before, true);
    if (policy.getControl() != null) {
      String one = policy.getControl().getWorker();
      (one == null ? sets.workers() : List.of(one)).forEach(this::tellWhole);
    }
  }

  private void expire() {
    Map<String, Long> dues = lists.dues();
    dues.keySet().stream()
        .filter(id -> dues.get(id) <= nowMillis)
        .forEach(id -> lists.expire(id).forEach(this::tell));
  }

  private void adopt(NaiveRules next, WorkerMark mark) {
    if (!next.countsLike(rules)) {
      workers.values().forEach(NaiveWorker::forgetPings);
    }
    rules = next;
    workers.values().forEach(one -> one.look(rules, nowMillis));
    if (mark != null) {
      marks.remove(mark.getWorker());
      if (mark.getReason() != null) {
        marks.put(mark.getWorker(), mark);
      }
    }
    lists.timeoutMillis = rules.number("listingTimeoutMs");
  }

  private void check(WorkerMark mark) {
    if (mark == null) {
      return;
    }
    boolean lifts = mark.getReason() == null;
    if (NaiveHash.peer(mark.getWorker()) == null
        || lifts && mark.getUntil() != null
        || !lifts && mark.getReason().isEmpty()) {
      throw new NaiveRules.Refused(PolicyRefusal.INVALID_ARGUMENT);
    }
    if (lifts && !marks.containsKey(mark.getWorker())) {
      throw new NaiveRules.Refused(PolicyRefusal.NOT_FOUND);
    }
    if (mark.getUntil() != null
        && (mark.getUntil() <= nowMillis || mark.getUntil() > LAST_MILLIS)) {
      throw new NaiveRules.Refused(PolicyRefusal.OUT_OF_RANGE);
    }
  }

  void tellWhole(String worker) {
    told.add(new Output(Channel.ASSIGNMENTS, sets.snapshot(worker, nowMillis), ""));
  }

  private List<String> unlisted() {
    TreeSet<String> named = new TreeSet<>(NaiveName.BYTES);
    named.addAll(rules.weights.keySet());
    named.addAll(rules.segments.keySet());
    named.removeAll(lists.listed.keySet());
    return List.copyOf(named);
  }

  // Generations.

  /** Everything that a generation would depend on. */
  Demand demand() {
    List<Chunk> chunks = new ArrayList<>();
    lists.listed.forEach((dataset, list) -> addChunks(dataset, list, chunks));
    return new Demand(chunks, those(), rules.settings());
  }

  private List<Worker> those() {
    List<Worker> some = new ArrayList<>();
    for (NaiveWorker one : workers.values()) {
      boolean reliable = status(one) == Reliability.ONLINE;
      some.add(new Worker(one.name, one.counted(rules), one.version(), reliable));
    }
    return some;
  }

  Basis basis() {
    Map<String, Map<String, Long>> all = new TreeMap<>();
    lists.listed.forEach((dataset, list) -> all.put(dataset, new TreeMap<>(list)));
    return new Basis(all, those(), rules.settings(), rules.weights, rules.segments);
  }

  /** A dataset's last block; null: its chunks tell of none. */
  static Long height(Map<String, Long> list) {
    return list.keySet().stream()
        .map(NaiveName::blocks)
        .filter(Objects::nonNull)
        .map(blocks -> blocks[1])
        .max(Long::compare)
        .orElse(null);
  }

  private void addChunks(String dataset, Map<String, Long> list, List<Chunk> to) {
    Long height = height(list);
    List<DatasetSegment> stretches = rules.stretchesOf(dataset);
    list.forEach(
        (chunk, bytes) -> {
          long[] blocks = NaiveName.blocks(chunk);
          DatasetSegment own =
              own(stretches, blocks == null ? 0 : blocks[0], height == null ? 0 : height);
          if (own != null) {
            NaiveVersion least = NaiveVersion.of(own.getMinVersion());
            NaiveName name = new NaiveName(dataset, chunk);
            to.add(new Chunk(name, bytes, (int) own.getWeight(), least));
          }
        });
  }

  /** The last stretch that begins no later; null: all begin later. */
  private static DatasetSegment own(List<DatasetSegment> stretches, long first, long height) {
    DatasetSegment own = null;
    long start = 0;
    for (DatasetSegment one : stretches) {
      long from = one.getFrom() < 0 ? height + one.getFrom() : one.getFrom();
      start = Long.compareUnsigned(from, start) > 0 ? from : start;
      own = Long.compareUnsigned(start, first) <= 0 ? one : own;
    }
    return own;
  }

  /** Something may have changed: a generation is due soon, or has it if it is due now. */
  private void stir(Basis before, boolean urgent) {
    boolean isDue = window != null && window.due == nowMillis;
    if (!isDue && !basis().equals(before) && (!urgent || isPlacing())) {
      long quiet = soonest(nowMillis, "debounceMs");
      if (window == null) {
        long most = urgent ? quiet : soonest(nowMillis, "debounceMaxMs");
        window = new Window(nowMillis, Math.min(quiet, most), urgent);
      } else if (urgent) {
        window = new Window(window.since, Math.min(window.due, quiet), true);
      } else if (!window.urged) {
        long most = soonest(window.since, "debounceMaxMs");
        window = new Window(window.since, Math.min(quiet, most), false);
      }
    }
  }

  /** Whether there are chunks, or were; or somebody is gone who is still told to hold some. */
  boolean isPlacing() {
    return !lists.listed.isEmpty()
        || !standing.listed.isEmpty()
        || !workers.keySet().containsAll(sets.workers());
  }

  /** Never at once. */
  private long soonest(long since, String setting) {
    return Math.max(nowMillis + 1, since + rules.number(setting));
  }

  void tellDeltas(List<? extends SpecificRecord> deltas) {
    deltas.forEach(delta -> told.add(new Output(Channel.ASSIGNMENTS, delta, "")));
  }
}
