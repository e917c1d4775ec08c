package dev.rota.chunks.queries;

import static dev.rota.chunks.model.LoneNetwork.NETWORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.WorkerMark;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * What an answer names as the reason is the reason: the figures of its sentence, and nothing else
 * of it, are tried on copies of the network by the real rules. With what the sentence asks for, the
 * outcome changes; with a little less it does not.
 */
class ChunksTruthTest {
  private static final int SEEDS = 20;
  private static final int EVENTS = 60;

  /** Every so many events, everything is asked. */
  private static final int EVERY = 6;

  /** What is said of a thing, with its figures. */
  private enum Claim {
    OFFLINE_AT("; OFFLINE at (\\S+) unless it pings"),
    SILENT("is OFFLINE, silent for more than (\\d+) ms"),
    VERSION("is UNSUPPORTED_VERSION, version (\\S+), at least ([^ ;]+) asked"),
    STALE("is STALE, stored (\\S+) bytes, at least (\\d+) asked"),
    EPOCH("is STALE_RPC, epoch (\\S+), at least (\\d+) asked"),
    SUSPICIOUS("is SUSPICIOUS, its ping says that it is suspicious"),
    NEAREST(
        "weight (\\d+) has the factor (\\d+): with (\\d+) bytes? more at its turn it would take the next copy of ([^ ;]+)"),
    MARKED("is MARKED, marked: .*; until (\\d[^ ;,]+) \\(in (\\d+) ms\\)"),
    LOW_UPTIME("is LOW_UPTIME, .*; enough at (\\S+) at the earliest, if it pings on"),
    UNCOUNTED("weight (\\d+) has the factor (\\d+), of (\\d+): it does not count"),
    DUE("no copy yet: generation (\\d+) is due at (\\S+), in (\\d+) ms"),
    RESIZED("it is listed with (\\d+) bytes now, not (\\d+): generation (\\d+) is due at (\\S+),"),
    UNLISTED("it is no longer listed: generation (\\d+) is due at (\\S+), in"),
    EXCLUDED("it begins at block (\\d+), and the first segment (?:at block (\\d+)|(\\d+) blocks)"),
    COMING("not listed yet: the open listing (\\S+) gives it (\\d+) bytes .*, (\\d+) of (\\S+)"),
    EXPIRY("the open listing (\\S+) .* it expires at (\\S+) unless another comes"),
    FEW_WORKERS("weight (\\d+) has the factor (\\d+): .*, and (\\d+) workers? counts?: each"),
    HOLDS("^copy (\\d+)( of the pass over all workers)? passes it: it holds copy (\\d+) of"),
    FULL("^copy (\\d+) passes it: (\\d+) of (\\d+) bytes are taken at its turn, .* has (\\d+)$"),
    OLD_VERSION("passes it: it says (?:no version|version (\\S+)), and the segment asks for (.+)$"),
    UNRELIABLE("passes it: .*, and the first pass is over reliable ones$"),
    LEFT("drops its copy: it has left the network$"),
    GONE("drops its copy: the chunk is gone$"),
    FEWER("drops its copy: weight (\\d+) has the factor (\\d+), (\\d+) before"),
    MOVED("drops its copy: (?:.*, or )?another worker takes it on its way$"),
    NOWHERE("drops its copy: (?:.*, or )?no worker may hold copy (\\d+)( of the pass over)?");

    private final Pattern says;

    Claim(String says) {
      this.says = Pattern.compile(says);
    }
  }

  private final Set<Claim> reached = EnumSet.noneOf(Claim.class);

  /** The workers that hold each chunk, by the published changes alone. */
  private final Map<ChunkName, Set<String>> holders = new TreeMap<>();

  private final Map<ChunkName, Set<String>> fetched = new TreeMap<>();
  private final Map<ChunkName, Set<String>> dropped = new TreeMap<>();

  /** The workers that are in the last generation no more. */
  private final Set<String> without = new TreeSet<>();

  private WatchedNetwork network;
  private ChunksState state;
  private String asking;

  /** How often a worker had more room and all else was the same. */
  private int roomed;

  @Test
  void whatIsSaidToKeepAThingFromBeingOtherwiseDoes() {
    for (int seed = 0; seed < SEEDS; seed++) {
      live(seed, DomainTraffic.of(new ChunksDomain()).hostile("tethys", seed));
      live(seed, new ScarceNetwork(seed));
    }
    assertThat(reached).as("what this traffic leads to").containsAll(EnumSet.allOf(Claim.class));
    assertThat(roomed).isGreaterThan(20);
  }

  private void live(int seed, Iterator<Event> events) {
    holders.clear();
    network = new WatchedNetwork(this::moved);
    state = network.state();
    for (int i = 0; i < EVENTS; i++) {
      Event event = events.next();
      if (event.record() != null) {
        Map<Integer, Integer> factors = Map.copyOf(state.replication());
        fetched.clear();
        dropped.clear();
        without.clear();
        long generation = state.standing().generation();
        network.take(event.seenMillis(), event.atMillis(), event.record());
        asking = "seed " + seed + ", event " + i + ": ";
        if (state.standing().generation() <= generation + 1) {
          drops(factors);
        }
        if (i % EVERY == 0) {
          all();
        }
      }
    }
  }

  /** Reads the changes of the workers' sets. */
  private Set<Thing> moved(List<ChunksFact> facts) {
    Set<Thing> chunks = new LinkedHashSet<>();
    for (ChunksFact fact : facts) {
      if (fact instanceof Assigned set && !set.snapshot()) {
        set.added().forEach(chunk -> note(fetched, chunk, set.worker()));
        set.removed().forEach(chunk -> note(dropped, chunk, set.worker()));
        if (set.held() == null) {
          without.add(set.worker());
        }
      }
    }
    fetched.forEach((name, by) -> holders.computeIfAbsent(name, _ -> new TreeSet<>()).addAll(by));
    dropped.forEach(
        (name, by) -> holders.computeIfAbsent(name, _ -> new TreeSet<>()).removeAll(by));
    fetched.keySet().forEach(name -> chunks.add(thing(name)));
    dropped.keySet().forEach(name -> chunks.add(thing(name)));
    return chunks;
  }

  private static void note(Map<ChunkName, Set<String>> into, SizedChunk chunk, String worker) {
    into.computeIfAbsent(chunk.name(), _ -> new TreeSet<>()).add(worker);
  }

  private static Thing thing(ChunkName name) {
    return new Thing("chunk", name.dataset() + "/" + name.id());
  }

  private void all() {
    for (WorkerNode node : state.nodes().all()) {
      worker(node, network.now(new Thing("worker", node.name())).what());
    }
    List<ChunkName> names = new ArrayList<>();
    state.eachChunk((name, _) -> names.add(name));
    for (ChunkName name : names) {
      Reason reason = network.now(thing(name));
      if (reason != null) {
        chunk(name, reason.what());
        placed(name, reason);
      }
    }
    room(names);
    for (String dataset : state.datasets().keySet()) {
      said(Claim.EXPIRY, network.now(new Thing("dataset", dataset)).what(), this::expires);
    }
  }

  private void said(Claim claim, String sentence, Consumer<MatchResult> lift) {
    claim
        .says
        .matcher(sentence)
        .results()
        .forEach(
            found -> {
              asking = asking.replaceAll(": .*", ": ") + sentence;
              reached.add(claim);
              lift.accept(found);
            });
  }

  private static long millis(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  // Workers

  private void worker(WorkerNode node, String what) {
    String name = node.name();
    said(Claim.OFFLINE_AT, what, found -> offline(name, millis(found.group(1))));
    said(
        Claim.SILENT,
        what,
        found -> {
          assertThat(network.nowMillis() - node.heard().atMillis())
              .as(asking)
              .isGreaterThan(Long.parseLong(found.group(1)));
          judged(name, WorkerStatus.OFFLINE, _ -> {}, null);
        });
    said(
        Claim.VERSION,
        what,
        found ->
            judged(
                name,
                WorkerStatus.UNSUPPORTED_VERSION,
                ping -> ping.setVersion(found.group(2)),
                _ -> {}));
    said(
        Claim.STALE,
        what,
        found -> {
          long least = Long.parseLong(found.group(2));
          judged(
              name,
              WorkerStatus.STALE,
              ping -> ping.setStoredBytes(least),
              ping -> ping.setStoredBytes(least - 1));
        });
    said(
        Claim.EPOCH,
        what,
        found -> {
          long least = Long.parseLong(found.group(2));
          judged(
              name,
              WorkerStatus.STALE_RPC,
              ping -> ping.setEpoch(least),
              ping -> ping.setEpoch(least - 1));
        });
    said(
        Claim.SUSPICIOUS,
        what,
        _ -> judged(name, WorkerStatus.SUSPICIOUS, ping -> ping.setSuspicious(false), _ -> {}));
    said(
        Claim.MARKED,
        what,
        found -> {
          assertThat(millis(found.group(1)) - network.nowMillis())
              .as(asking)
              .isEqualTo(Long.parseLong(found.group(2)));
          unmarked(name, millis(found.group(1)));
        });
    said(Claim.LOW_UPTIME, what, found -> enough(name, millis(found.group(1))));
    said(Claim.UNCOUNTED, what, found -> counted(name, Integer.parseInt(found.group(2))));
    said(Claim.NEAREST, what, found -> nearest(name, found));
  }

  /** Only a worker that is forgotten sooner than it is silent does not live to be offline. */
  private void offline(String worker, long at) {
    WatchedNetwork silent = network.copy();
    silent.tick(at - 1);
    if (!isThere(silent, worker)) {
      assertThat(state.policy().health().forgetAfter())
          .as(asking)
          .isLessThan(state.policy().health().pingTimeout());
      return;
    }
    assertThat(status(silent, worker)).as(asking).isNotEqualTo(WorkerStatus.OFFLINE);
    WatchedNetwork heard = silent.copy();
    heard.send(at - 1, ping(worker).build());
    heard.tick(at);
    assertThat(status(heard, worker)).as(asking).isNotEqualTo(WorkerStatus.OFFLINE);
    silent.tick(at);
    assertThat(!isThere(silent, worker) || status(silent, worker) == WorkerStatus.OFFLINE)
        .as(asking)
        .isTrue();
  }

  /** The ping that is asked for changes the status, and another one does not. */
  private void judged(
      String worker,
      WorkerStatus status,
      Consumer<WorkerPing.Builder> lifts,
      Consumer<WorkerPing.Builder> lacks) {
    WorkerPing.Builder lifting = ping(worker);
    lifts.accept(lifting);
    WatchedNetwork lifted = network.copy();
    lifted.send(network.nowMillis(), lifting.build());
    assertThat(status(lifted, worker)).as(asking).isNotEqualTo(status);
    if (lacks != null) {
      WorkerPing.Builder lacking = ping(worker);
      lacks.accept(lacking);
      WatchedNetwork same = network.copy();
      same.send(network.nowMillis(), lacking.build());
      assertThat(status(same, worker)).as(asking).isEqualTo(status);
    }
  }

  private static boolean isThere(WatchedNetwork network, String worker) {
    WorkerNode node = network.state().nodes().get(worker);
    return node != null && node.isThere();
  }

  private static WorkerStatus status(WatchedNetwork network, String worker) {
    return network.state().nodes().get(worker).status();
  }

  /** The worker's last ping once more. */
  private WorkerPing.Builder ping(String worker) {
    WorkerNode.Heard heard = state.nodes().get(worker).heard();
    return WorkerPing.newBuilder()
        .setNetwork(NETWORK)
        .setWorker(worker)
        .setCapacityBytes(heard.capacity())
        .setVersion(heard.said())
        .setStoredBytes(heard.stored())
        .setEpoch(heard.epoch())
        .setSuspicious(heard.suspicious());
  }

  private void unmarked(String worker, long at) {
    WatchedNetwork marked = network.copy();
    marked.tick(at - 1);
    assertThat(marked.state().marks().get(worker)).as(asking).isNotNull();
    marked.tick(at);
    assertThat(marked.state().marks().get(worker)).as(asking).isNull();
    assertThat(!isThere(marked, worker) || status(marked, worker) != WorkerStatus.MARKED)
        .as(asking)
        .isTrue();
  }

  /** It pings on, and only then it is enough. */
  private void enough(String worker, long at) {
    WatchedNetwork pinging = network.copy();
    for (long now = network.nowMillis(); now < at; now += state.policy().uptime().interval()) {
      pinging.send(now, ping(worker).build());
      assertThat(status(pinging, worker)).as(asking).isEqualTo(WorkerStatus.LOW_UPTIME);
    }
    pinging.tick(at - 1);
    assertThat(status(pinging, worker)).as(asking).isEqualTo(WorkerStatus.LOW_UPTIME);
    pinging.send(at, ping(worker).build());
    assertThat(status(pinging, worker)).as(asking).isNotEqualTo(WorkerStatus.LOW_UPTIME);
  }

  /** Where reliability is ignored, more workers count. */
  private void counted(String worker, int factor) {
    assertThat(state.live().counting()).as(asking).isEqualTo(factor);
    WatchedNetwork all = network.copy();
    all.send(network.nowMillis(), LoneNetwork.policy().setIgnoreReliability(true).build());
    all.tick(settled());
    if (all.state().standing().refused() == null && isThere(all, worker)) {
      assertThat(all.state().live().counting()).as(asking).isGreaterThan(factor);
    }
  }

  /** Of those that refuse the chunk's first copy without a place for want of room, the nearest. */
  private void nearest(String worker, MatchResult found) {
    ChunkName name = shortest(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)));
    assertThat(found.group(4)).as(asking).isEqualTo(thing(name).id());
    int next = unplaced(name, false);
    Map<String, Long> missing = new TreeMap<>();
    for (Candidate one : network.now(thing(name)).candidates()) {
      Claim.FULL
          .says
          .matcher(one.why())
          .results()
          .filter(full -> Integer.parseInt(full.group(1)) == next)
          .forEach(full -> missing.put(one.thing().id(), missing(full)));
    }
    assertThat(missing.get(worker)).as(asking).isEqualTo(Long.parseLong(found.group(3)));
    assertThat(missing.values()).as(asking).allMatch(bytes -> bytes >= missing.get(worker));
  }

  /**
   * Returns the first chunk of the weight that has so many copies, and of which more are planned.
   */
  private ChunkName shortest(int weight, int copies) {
    Map<String, PlacementWorker> workers = held(network);
    boolean all = state.standingPolicy().placement().ignoreReliability();
    return holders.entrySet().stream()
        .filter(
            one -> {
              int slot = state.live().slot(one.getKey());
              return slot >= 0
                  && state.live().chunk(slot).weight() == weight
                  && state.live().planned(slot) > copies
                  && one.getValue().stream()
                          .filter(holder -> all || workers.get(holder).reliable())
                          .count()
                      == copies;
            })
        .map(Map.Entry::getKey)
        .min(
            Comparator.comparing((ChunkName name) -> !isRestricted(name))
                .thenComparing(name -> name))
        .orElseThrow();
  }

  /** The turns of such chunks come first. */
  private boolean isRestricted(ChunkName name) {
    return state.live().chunk(state.live().slot(name)).leastVersion() != null;
  }

  private static long missing(MatchResult full) {
    return Long.parseLong(full.group(2))
        + Long.parseLong(full.group(4))
        - Long.parseLong(full.group(3));
  }

  // Chunks without a copy, and what will become of others

  /** A change of workers or policy is placed by then. */
  private long settled() {
    return network.nowMillis() + state.policy().gathering().debounce() + 1;
  }

  private void chunk(ChunkName name, String what) {
    said(
        Claim.DUE,
        what,
        found -> {
          long at = millis(found.group(2));
          assertThat(at - network.nowMillis()).as(asking).isEqualTo(Long.parseLong(found.group(3)));
          WatchedNetwork made = due(at, Long.parseLong(found.group(1)));
          assertThat(made == null || made.state().live().slot(name) >= 0).as(asking).isTrue();
        });
    said(
        Claim.RESIZED,
        what,
        found -> {
          assertThat(bytes(network, name)).as(asking).isEqualTo(Long.parseLong(found.group(2)));
          WatchedNetwork made = due(millis(found.group(4)), Long.parseLong(found.group(3)));
          assertThat(made == null || bytes(made, name) == Long.parseLong(found.group(1)))
              .as(asking)
              .isTrue();
        });
    said(
        Claim.UNLISTED,
        what,
        found -> {
          WatchedNetwork made = due(millis(found.group(2)), Long.parseLong(found.group(1)));
          assertThat(made == null || made.state().live().slot(name) < 0).as(asking).isTrue();
        });
    said(Claim.EXCLUDED, what, found -> stored(name, found));
    said(Claim.COMING, what, found -> comes(name, found));
  }

  private static long bytes(WatchedNetwork network, ChunkName name) {
    return network.state().live().chunk(network.state().live().slot(name)).bytes();
  }

  /** Returns the network after the generation, or null if that is refused. */
  private WatchedNetwork due(long at, long generation) {
    WatchedNetwork then = network.copy();
    then.tick(at - 1);
    assertThat(then.state().standing().generation()).as(asking).isEqualTo(generation - 1);
    then.tick(at);
    boolean made = then.state().standing().generation() == generation;
    assertThat(made || then.state().standing().refused() != null).as(asking).isTrue();
    return made ? then : null;
  }

  /** With a segment from its block on it is stored, and from the next one on it is not. */
  private void stored(ChunkName name, MatchResult found) {
    long block = Long.parseLong(found.group(1));
    if (found.group(2) != null) {
      assertThat(Long.parseLong(found.group(2))).as(asking).isGreaterThan(block);
    } else {
      assertThat(state.policy().segmentsOf(name.dataset()).get(0).from())
          .as(asking)
          .isEqualTo(-Long.parseLong(found.group(3)));
    }
    for (long from = block; from <= block + 1; from++) {
      WatchedNetwork other = network.copy();
      other.send(
          network.nowMillis(),
          LoneNetwork.policy()
              .setWeights(Map.of())
              .setSegments(Map.of(name.dataset(), List.of(new DatasetSegment(from, 1.0, null))))
              .build());
      other.tick(settled());
      if (other.state().standing().refused() == null) {
        assertThat(other.state().live().slot(name) >= 0).as(asking).isEqualTo(from == block);
      }
    }
  }

  /** Empty parts that are still missing make the listing whole. */
  private void comes(ChunkName name, MatchResult found) {
    String id = found.group(1);
    int received = Integer.parseInt(found.group(3));
    List<Integer> missing = new ArrayList<>(state.listings().get(id).missing());
    assertThat(state.listings().get(id).received()).as(asking).isEqualTo(received);
    boolean known = !found.group(4).equals("?");
    int parts = known ? Integer.parseInt(found.group(4)) : received + missing.size() + 1;
    if (!known) {
      missing.add(parts - 1);
    }
    WatchedNetwork whole = network.copy();
    for (int part : missing) {
      assertThat(whole.state().chunk(name).listed()).as(asking).isEqualTo(ChunkRow.NONE);
      whole.send(
          network.nowMillis(),
          ChunkListing.newBuilder(LoneNetwork.part(id, part, parts, Map.of()).build())
              .setDataset(name.dataset())
              .setReplace(state.coming(name.dataset()).isWhole())
              .build());
    }
    assertThat(whole.state().chunk(name).listed())
        .as(asking)
        .isEqualTo(Long.parseLong(found.group(2)));
  }

  private void expires(MatchResult found) {
    long at = millis(found.group(2));
    WatchedNetwork waits = network.copy();
    waits.tick(at - 1);
    assertThat(waits.state().listings().get(found.group(1))).as(asking).isNotNull();
    waits.tick(at);
    assertThat(waits.state().listings().get(found.group(1))).as(asking).isNull();
  }

  // Chunks with copies

  private void placed(ChunkName name, Reason reason) {
    Set<String> chosen =
        reason.candidates().stream()
            .filter(Candidate::chosen)
            .map(one -> one.thing().id())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(chosen).as(asking + reason).isEqualTo(holders.getOrDefault(name, Set.of()));
    said(Claim.FEW_WORKERS, reason.what(), found -> more(name, found));
    for (Candidate one : reason.candidates()) {
      String worker = one.thing().id();
      said(Claim.HOLDS, one.why(), found -> holds(reason, worker, found));
      said(Claim.FULL, one.why(), found -> full(name, worker, found));
      said(Claim.OLD_VERSION, one.why(), found -> renewed(name, worker, found));
      said(Claim.UNRELIABLE, one.why(), _ -> ignored(name));
    }
  }

  /** Another reliable worker, as large as the largest one, is one copy more. */
  private void more(ChunkName name, MatchResult found) {
    int factor = Integer.parseInt(found.group(2));
    assertThat(state.live().planned(state.live().slot(name))).as(asking).isEqualTo(factor);
    assertThat(found.group(3)).as(asking).isEqualTo(found.group(2));
    WatchedNetwork more = network.copy();
    WorkerPing.Builder another = LoneNetwork.ping(200).setEpoch(state.nodes().latestEpoch());
    another.setCapacityBytes(largest()).setVersion("99.0.0").setStoredBytes(1L << 50);
    more.send(network.nowMillis(), another.build());
    more.tick(settled());
    if (isSettled()
        && isMadeOfTheSame(more)
        && status(more, LoneNetwork.peer(200)) == WorkerStatus.ONLINE) {
      assertThat(more.state().live().planned(more.state().live().slot(name)))
          .as(asking)
          .isGreaterThan(factor);
    }
  }

  private long largest() {
    return held(network).values().stream().mapToLong(PlacementWorker::capacity).max().orElseThrow();
  }

  private static Map<String, PlacementWorker> held(WatchedNetwork network) {
    return network.state().nodes().all().stream()
        .filter(node -> node.held() != null)
        .collect(Collectors.toMap(WorkerNode::name, node -> node.held().worker()));
  }

  private boolean isSettled() {
    return !state.isPending() && state.standing().refused() == null;
  }

  /** True if the generation that was made has the same workers, and perhaps more of them. */
  private boolean isMadeOfTheSame(WatchedNetwork other) {
    return other.state().standing().generation() == state.standing().generation() + 1
        && held(other).entrySet().containsAll(held(network).entrySet());
  }

  // Room

  /** By worker and missing bytes, the chunks and copies that it has no room for. */
  private void room(List<ChunkName> names) {
    Map<String, TreeMap<Long, Set<Thing>>> refused = new TreeMap<>();
    for (ChunkName name : names) {
      Reason reason = network.now(thing(name));
      for (Candidate one : reason == null ? List.<Candidate>of() : reason.candidates()) {
        Claim.FULL
            .says
            .matcher(one.why())
            .results()
            .forEach(
                full ->
                    refused
                        .computeIfAbsent(one.thing().id(), _ -> new TreeMap<>())
                        .computeIfAbsent(missing(full), _ -> new LinkedHashSet<>())
                        .add(new Thing(full.group(1), thing(name).id())));
      }
    }
    refused.forEach((worker, by) -> room(worker, by.firstKey(), by.firstEntry().getValue()));
  }

  /** With the least missing bytes the worker takes such a copy; a byte less changes nothing. */
  private void room(String worker, long missing, Set<Thing> copies) {
    PlacementWorker is = state.nodes().get(worker).held().worker();
    if (!isThere(network, worker)
        || state.nodes().get(worker).heard().capacity() != is.capacity()
        || !isSettled()) {
      return;
    }
    asking =
        asking.replaceAll(": .*", ": ") + worker + " lacks " + missing + " bytes for " + copies;
    WatchedNetwork lacks = roomier(worker, missing - 1);
    if (lacks != null) {
      roomed++;
      assertThat(sets(lacks)).as(asking).isEqualTo(sets(network));
    }
    WatchedNetwork has = roomier(worker, missing);
    if (has != null) {
      roomed++;
      assertThat(copies).as(asking).anyMatch(copy -> takes(has, worker, copy));
    }
  }

  private static boolean takes(WatchedNetwork network, String worker, Thing copy) {
    ChunkName name = new ChunkId(copy.id()).known(network.state());
    return network.state().live().walks(network.state().live().slot(name)).stream()
        .filter(walk -> !walk.wide() && walk.tag() == Integer.parseInt(copy.kind()) - 1)
        .anyMatch(walk -> walk.taker() != null && walk.taker().id().toString().equals(worker));
  }

  /** Returns null if more than the worker's room becomes different. */
  private WatchedNetwork roomier(String worker, long more) {
    WatchedNetwork other = network.copy();
    long capacity = state.nodes().get(worker).heard().capacity() + more;
    other.send(network.nowMillis(), ping(worker).setCapacityBytes(capacity).build());
    other.tick(settled());
    Map<String, PlacementWorker> workers = new TreeMap<>(held(network));
    PlacementWorker is = workers.get(worker);
    workers.put(worker, new PlacementWorker(is.id(), capacity, is.version(), is.reliable()));
    return held(other).equals(workers) && planned(other).equals(planned(network)) ? other : null;
  }

  private static Map<ChunkName, Integer> planned(WatchedNetwork network) {
    Map<ChunkName, Integer> planned = new TreeMap<>();
    ChunksState state = network.state();
    state.eachChunk(
        (name, _) -> {
          if (state.live().slot(name) >= 0) {
            planned.put(name, state.live().planned(state.live().slot(name)));
          }
        });
    return planned;
  }

  /** The chunks of each reliable worker: those of others depend on rooms in the second pass. */
  private static Map<String, List<ChunkName>> sets(WatchedNetwork network) {
    ChunksState state = network.state();
    return state.nodes().all().stream()
        .filter(node -> node.held() != null && node.held().worker().reliable())
        .collect(
            Collectors.toMap(
                WorkerNode::name,
                node ->
                    Arrays.stream(state.live().held(node.id()))
                        .mapToObj(slot -> ChunkName.of(state.live().chunk(slot)))
                        .toList()));
  }

  /** The copy that it is said to hold is an earlier one, and comes to it. */
  private void holds(Reason reason, String worker, MatchResult found) {
    String other = "copy " + found.group(3) + (found.group(2) == null ? "" : found.group(2));
    assertThat(Integer.parseInt(found.group(3)))
        .as(asking)
        .isLessThan(Integer.parseInt(found.group(1)));
    assertThat(reason.candidates())
        .as(asking)
        .anyMatch(
            one ->
                one.thing().id().equals(worker)
                    && (one.why().startsWith(other + " starts on ring")
                        || one.why().startsWith(other + " comes to it")));
  }

  private void full(ChunkName name, String worker, MatchResult found) {
    assertThat(missing(found)).as(asking).isPositive();
    assertThat(Long.parseLong(found.group(4))).as(asking).isEqualTo(bytes(network, name));
    assertThat(Long.parseLong(found.group(3)))
        .as(asking)
        .isEqualTo(state.nodes().get(worker).held().worker().capacity());
  }

  /** With the version that the segment asks for, a worker may hold the chunk. */
  private void renewed(ChunkName name, String worker, MatchResult found) {
    if (isThere(network, worker)) {
      WatchedNetwork other = network.copy();
      other.send(network.nowMillis(), ping(worker).setVersion(found.group(2)).build());
      other.tick(settled());
      Reason now = other.now(thing(name));
      if (other.state().standing().refused() == null && now != null && isThere(other, worker)) {
        assertThat(now.candidates())
            .as(asking)
            .noneMatch(
                one ->
                    one.thing().id().equals(worker)
                        && Claim.OLD_VERSION.says.matcher(one.why()).find());
      }
    }
  }

  private void ignored(ChunkName name) {
    WatchedNetwork other = network.copy();
    other.send(network.nowMillis(), LoneNetwork.policy().setIgnoreReliability(true).build());
    other.tick(settled());
    Reason now = other.now(thing(name));
    if (other.state().standing().refused() == null && now != null) {
      assertThat(now.candidates())
          .as(asking)
          .noneMatch(one -> Claim.UNRELIABLE.says.matcher(one.why()).find());
    }
  }

  // Dropped copies

  private void drops(Map<Integer, Integer> factors) {
    dropped.forEach(
        (name, _) -> {
          List<Reason> reasons = network.decided(thing(name));
          reasons.stream()
              .flatMap(reason -> reason.candidates().stream())
              .filter(one -> one.why().startsWith("drops its copy"))
              .forEach(one -> drops(name, one, factors));
        });
  }

  private void drops(ChunkName name, Candidate one, Map<Integer, Integer> factors) {
    String why = one.why();
    int more = fetched.getOrDefault(name, Set.of()).size();
    int less = dropped.get(name).size();
    assertThat(dropped.get(name)).as(why).contains(one.thing().id());
    boolean left = why.endsWith("it has left the network");
    assertThat(without.contains(one.thing().id()) && !why.endsWith(" is gone"))
        .as(asking + why)
        .isEqualTo(left);
    said(Claim.LEFT, why, _ -> {});
    said(Claim.GONE, why, _ -> assertThat(state.live().slot(name)).as(asking).isNegative());
    said(
        Claim.FEWER,
        why,
        found -> {
          int weight = Integer.parseInt(found.group(1));
          assertThat(less).as(asking).isGreaterThan(more);
          assertThat(state.replication().get(weight)).as(asking).hasToString(found.group(2));
          assertThat(factors.get(weight)).as(asking).hasToString(found.group(3));
        });
    said(Claim.MOVED, why, _ -> assertThat(more > 0 || isThrown(name)).as(asking).isTrue());
    said(
        Claim.NOWHERE,
        why,
        found -> {
          assertThat(less).as(asking).isGreaterThan(more);
          assertThat(unplaced(name, found.group(2) != null))
              .as(asking)
              .isEqualTo(Integer.parseInt(found.group(1)));
        });
  }

  /** Returns the first copy of a pass without a place, from 1; 0: all have one. */
  private int unplaced(ChunkName name, boolean wide) {
    return state.live().walks(state.live().slot(name)).stream()
        .filter(walk -> walk.wide() == wide && walk.taker() == null)
        .mapToInt(walk -> walk.tag() + 1)
        .findFirst()
        .orElse(0);
  }

  /** True if a copy of the pass over all workers came to a reliable one. */
  private boolean isThrown(ChunkName name) {
    return state.live().walks(state.live().slot(name)).stream()
        .anyMatch(walk -> walk.taker() != null && !walk.counts());
  }

  /**
   * A network in which copies have no room, and segments ask for a version that some workers lack.
   * An operator marks workers, and asks for uptime in some networks.
   */
  private static final class ScarceNetwork implements Iterator<Event> {
    private static final String EARLY = "0000000000/0000000%03d-0000000%03d-aaaa";
    private final SplittableRandom random;
    private final boolean measured;
    private final Set<Integer> listed = new TreeSet<>();
    private int events;

    ScarceNetwork(int seed) {
      random = new SplittableRandom(seed);
      measured = seed % 4 == 0;
    }

    @Override
    public boolean hasNext() {
      return true;
    }

    @Override
    public Event next() {
      long at = 400L * events;
      return new Event("", at, events++ == 0 ? first() : events < 6 ? heard(events) : any(at));
    }

    private SpecificRecord first() {
      return LoneNetwork.policy()
          .setRings(1 + random.nextInt(3))
          .setOrder(PlacementOrder.HEAD)
          .setMinReplication(1)
          .setSaturation(1.0)
          .setDebounceMs(300L)
          .setPingTimeoutMs(20_000L)
          .setUptimeWindowMs(12_000L)
          .setPingIntervalMs(1000L)
          .setMinUptime(measured ? 0.6 : 0.0)
          .setStaleBytes(100L)
          .setSegments(
              Map.of(
                  LoneNetwork.DATASET,
                  List.of(
                      new DatasetSegment(0L, 1.0, null), new DatasetSegment(500L, 1.0, "2.8.0"))))
          .build();
    }

    private SpecificRecord heard(int worker) {
      return LoneNetwork.ping(worker % 6)
          .setCapacityBytes(200 + random.nextInt(1200))
          .setVersion(random.nextInt(3) == 0 ? "2.7.0" : "2.8.0")
          .setStoredBytes(random.nextInt(8) == 0 ? 50L : 200L)
          .setSuspicious(random.nextInt(12) == 0)
          .setLeaving(random.nextInt(16) == 0)
          .build();
    }

    private SpecificRecord any(long at) {
      int kind = random.nextInt(10);
      if (kind < 4) {
        return heard(random.nextInt(6));
      }
      if (kind < 8) {
        int chunk = random.nextInt(9);
        boolean removed = !listed.add(chunk) && random.nextInt(3) == 0 && listed.remove(chunk);
        String id = id(chunk);
        return removed
            ? LoneNetwork.listing(Map.of(), id)
            : LoneNetwork.listing(Map.of(id, 50L + random.nextInt(400)));
      }
      return kind == 8
          ? LoneNetwork.policy().setMinReplication(1 + random.nextInt(2)).build()
          : LoneNetwork.policy()
              .setMark(
                  new WorkerMark(
                      LoneNetwork.peer(random.nextInt(6)), "slow", at + 1 + random.nextInt(5000)))
              .build();
    }

    private static String id(int chunk) {
      return EARLY.replace("%03d", Integer.toString(100 * (chunk + 1)));
    }
  }
}
