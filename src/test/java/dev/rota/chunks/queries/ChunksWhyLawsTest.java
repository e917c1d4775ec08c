package dev.rota.chunks.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.ListingFact.Listed;
import dev.rota.chunks.model.ListingFact.PartTaken;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.GenerationRefused;
import dev.rota.chunks.model.NodeFact.NodeChanged;
import dev.rota.chunks.model.NodeFact.NodeHeard;
import dev.rota.chunks.model.NodeFact.NodeLeft;
import dev.rota.chunks.model.NodeFact.PingRefused;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.CopyRefusal.HoldsAnother;
import dev.rota.chunks.placement.CopyRefusal.NoRoom;
import dev.rota.chunks.placement.CopyRefusal.NotReliable;
import dev.rota.chunks.placement.Placement.Offer;
import dev.rota.chunks.placement.Placement.Walk;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic.Event;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever happens to a network, everything of it has its reason. */
class ChunksWhyLawsTest {
  private static final int SEEDS = 30;
  private static final int EVENTS = 60;
  private static final List<String> RULES =
      Stream.of(1, 2, 3, 4, 5, 6, 7).map(number -> "chunks " + number).toList();

  /** What the turn's facts name so far: a generation tells what its assignments moved. */
  private final Set<Thing> named = new LinkedHashSet<>();

  /** What workers made of copies that came to them. */
  private final Set<Class<?>> refusals = new HashSet<>();

  private int seed;
  private WatchedNetwork network;
  private ChunksState state;

  @Test
  void everythingHasAReasonAtAnyTimeAndEachFactTellsOne() {
    for (seed = 0; seed < SEEDS; seed++) {
      live(DomainTraffic.of(new ChunksDomain()).hostile("tethys", seed), EVENTS);
    }
    live(DomainTraffic.of(new ChunksDomain()).start("mainnet", seed), 40);
    assertThat(refusals)
        .as("what this traffic leads to")
        .contains(NoRoom.class, HoldsAnother.class, NotReliable.class);
  }

  private void live(Iterator<Event> events, int count) {
    network =
        new WatchedNetwork(
            facts -> {
              facts.forEach(this::name);
              return named;
            });
    state = network.state();
    for (int i = 0; i < count; i++) {
      Event event = events.next();
      if (event.record() != null) {
        named.clear();
        List<ChunksFact> facts = network.take(event.seenMillis(), event.atMillis(), event.record());
        named.forEach(this::told);
        everythingIsTold(facts.stream().anyMatch(GenerationMade.class::isInstance));
      }
    }
  }

  private void told(Thing thing) {
    List<Reason> reasons = network.decided(thing);
    assertThat(reasons).as("seed %d: %s", seed, thing).isNotEmpty();
    reasons.forEach(reason -> sound(thing, reason));
  }

  /** One assertion for all of it: there are many thousands of candidates. */
  private void sound(Thing thing, Reason reason) {
    boolean sound =
        isSound(reason.what(), reason.rule())
            && reason.candidates().stream().allMatch(one -> isSound(one.why(), one.rule()));
    assertThat(sound).as("seed %d: %s, %s", seed, thing, reason).isTrue();
  }

  private static boolean isSound(String what, String rule) {
    return !what.isBlank() && !what.endsWith(".") && RULES.contains(rule);
  }

  private void now(String kind, String id) {
    Thing thing = new Thing(kind, id);
    Reason reason = network.now(thing);
    assertThat(reason).as("seed %d: %s", seed, thing).isNotNull();
    sound(thing, reason);
  }

  private void everythingIsTold(boolean moved) {
    state.nodes().all().forEach(node -> now("worker", node.name()));
    state.datasets().keySet().forEach(dataset -> now("dataset", dataset));
    Map<ChunkName, Set<String>> holders = moved ? holders() : Map.of();
    state.eachChunk(
        (name, row) -> {
          if (!row.isNothing(state.standing().generation())) {
            now("chunk", ChunkId.of(name.dataset(), name.id()));
          }
          if (moved && row.standing(state.standing().generation()) != ChunkRow.NONE) {
            assertThat(walked(name))
                .as("seed %d: %s", seed, name)
                .isEqualTo(holders.getOrDefault(name, Set.of()));
          }
        });
  }

  /** The workers that a chunk's walks end at. */
  private Set<String> walked(ChunkName name) {
    int slot = state.live().slot(name);
    List<Walk> walks = slot < 0 ? List.of() : state.live().walks(slot);
    walks.forEach(walk -> walk.offers().forEach(offer -> fits(slot, offer)));
    return walks.stream()
        .filter(Walk::counts)
        .map(walk -> walk.taker().id().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Room decides by the worker's load at the copy's turn, and by nothing else. */
  private void fits(int slot, Offer offer) {
    if (offer.refusal() != null) {
      refusals.add(offer.refusal().getClass());
    }
    if (offer.refusal() instanceof NoRoom full) {
      assertThat(full.load() + state.live().chunk(slot).bytes())
          .as("seed %d: %s", seed, offer)
          .isGreaterThan(offer.worker().capacity());
    }
  }

  /** The workers that hold each chunk. */
  private Map<ChunkName, Set<String>> holders() {
    Map<ChunkName, Set<String>> holders = new TreeMap<>();
    state
        .nodes()
        .all()
        .forEach(
            node -> {
              for (int slot : state.live().held(node.id())) {
                holders
                    .computeIfAbsent(ChunkName.of(state.live().chunk(slot)), _ -> new TreeSet<>())
                    .add(node.name());
              }
            });
    return holders;
  }

  /** Notes what a fact names. A ping without an outcome decides nothing, nor does a whole set. */
  private void name(ChunksFact fact) {
    if (fact instanceof ListingFact f) {
      name(f);
    } else if (fact instanceof NodeHeard f && f.told()) {
      named.add(new Thing("worker", f.worker()));
    } else if (fact instanceof NodeChanged f && f.told()) {
      named.add(new Thing("worker", f.worker()));
    } else if (fact instanceof NodeLeft f) {
      named.add(new Thing("worker", f.worker()));
    } else if (fact instanceof PingRefused f) {
      named.add(new Thing("worker", f.worker()));
    } else if (fact instanceof Assigned f && !f.snapshot()) {
      named.add(new Thing("worker", f.worker()));
      Stream.of(f.added(), f.removed(), f.resized())
          .flatMap(List::stream)
          .map(SizedChunk::name)
          .forEach(chunk -> named.add(chunk(chunk.dataset(), chunk.id())));
    } else if (fact instanceof GenerationRefused f && f.chunk() != null) {
      named.add(chunk(f.chunk().dataset(), f.chunk().id()));
    }
  }

  private void name(ListingFact fact) {
    if (fact instanceof Listed f) {
      f.changes().forEach(now -> named.add(chunk(f.told().dataset(), now.chunk())));
    }
    if (fact instanceof PartTaken f) {
      f.named().forEach(now -> named.add(chunk(f.dataset(), now.chunk())));
    }
    if (fact.told() != null) {
      named.add(new Thing("dataset", fact.told().dataset()));
      fact.told().tally().refusals().stream()
          .filter(refused -> !refused.chunk().isEmpty())
          .forEach(refused -> named.add(chunk(fact.told().dataset(), refused.chunk())));
    }
  }

  private static Thing chunk(String dataset, String chunk) {
    return new Thing("chunk", ChunkId.of(dataset, chunk));
  }
}
