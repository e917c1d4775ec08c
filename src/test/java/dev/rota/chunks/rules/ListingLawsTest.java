package dev.rota.chunks.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.DatasetStatus;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.rules.NaiveListings.Answer;
import dev.rota.chunks.rules.NaiveListings.End;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Listings over hostile histories, held to the naive ones, with restarts in the middle. */
class ListingLawsTest {
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", 50);
  private static final Long SEED = Long.getLong("rota.seed");
  private static final int EVENTS = 400;
  private static final String LANE = "mainnet";
  private static final Set<ListingOutcomeKind> ENDS =
      EnumSet.of(ListingOutcomeKind.EXPIRED, ListingOutcomeKind.REPLACED);

  private final Map<String, Integer> seen = new TreeMap<>();

  /**
   * Every record is answered, every list is, and every generation has, what the naive rules say.
   */
  @Test
  void listingsAreWhatThePageSaysAndNoGenerationHasAPartOfOne() {
    for (long seed = SEED == null ? 1 : SEED; seed <= (SEED == null ? 8L * SEEDS : SEED); seed++) {
      play(seed);
    }
    if (SEED == null) {
      assertThat(seen.keySet())
          .contains("LISTED", "REFUSED", "RECEIVED", "REPEATED", "EXPIRED", "ABORTED", "REPLACED")
          .contains("generation while a listing is open", "restart while a listing is open");
    }
    System.out.println("listings held to the naive ones: " + seen);
  }

  private void play(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LanesInMemory bench = new LanesInMemory(new ChunksDomain());
    NaiveListings naive = new NaiveListings();
    for (Traffic.Event event :
        SeededHistories.hostile(DomainTraffic.of(new ChunksDomain()), LANE, seed, EVENTS)) {
      // Written only where something differs: an event's text is a listing's.
      Supplier<String> where = () -> "seed " + seed + ", " + event;
      DecidedTurn passed = bench.tick(LANE, event.atMillis());
      long now = bench.lane(LANE).cursor().atMillis();
      ChunksState state = (ChunksState) bench.lane(LANE).state();
      naive.pass(now, state.policy().gathering().listingTimeout());
      check(passed, naive, where);
      assertThat(ends(passed)).as(where).containsExactlyInAnyOrderElementsOf(naive.takeEnds());

      Long largest = state.nodes().largest();
      DecidedTurn turn = bench.take(LANE, event);
      if (event.record() instanceof ChunkListing record) {
        assertThat(answer(turn)).as(where).isEqualTo(naive.take(record, now, largest));
      }
      naive.pass(
          now, ((ChunksState) bench.lane(LANE).state()).policy().gathering().listingTimeout());
      assertThat(ends(turn)).as(where).containsExactlyInAnyOrderElementsOf(naive.takeEnds());
      if (random.nextInt(8) == 0) {
        count(naive.open().isEmpty() ? "restart" : "restart while a listing is open");
        bench.restart();
      }
      assertThat(listed((ChunksState) bench.lane(LANE).state()))
          .as(where)
          .isEqualTo(naive.listed());
    }
  }

  /** A generation has all that is listed, and nothing of what is to come. */
  private void check(DecidedTurn turn, NaiveListings naive, Supplier<String> where) {
    for (Output output : turn.published()) {
      if (output.record() instanceof NetworkOutcome outcome
          && outcome.getEvent() instanceof NetworkStatus status) {
        count(naive.open().isEmpty() ? "generation" : "generation while a listing is open");
        Map<String, Long> chunks = new TreeMap<>();
        Map<String, Long> bytes = new TreeMap<>();
        for (DatasetStatus dataset : status.getDatasets()) {
          chunks.merge(dataset.getDataset(), dataset.getChunks(), Long::sum);
          bytes.merge(dataset.getDataset(), dataset.getBytes(), Long::sum);
        }
        long all = naive.listed().values().stream().mapToLong(Map::size).sum();
        long told = chunks.values().stream().mapToLong(Long::longValue).sum();
        assertThat(told + status.getExcluded()).as(where).isEqualTo(all);
        if (status.getExcluded() == 0) {
          Map<String, Long> sums = new TreeMap<>();
          naive.listed().forEach((name, list) -> sums.put(name, sum(list)));
          assertThat(bytes).as(where).isEqualTo(sums);
        }
      }
    }
  }

  private static long sum(Map<String, Long> list) {
    return list.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Map<String, Map<String, Long>> listed(ChunksState state) {
    Map<String, Map<String, Long>> listed = new TreeMap<>();
    for (String dataset : state.datasets().keySet()) {
      Map<String, Long> chunks = new TreeMap<>();
      state.inventory().eachListed(dataset, chunks::put);
      if (!chunks.isEmpty()) {
        listed.put(dataset, chunks);
      }
    }
    return listed;
  }

  private Answer answer(DecidedTurn turn) {
    ChunkOutcome own =
        outcomes(turn).stream()
            .filter(one -> !ENDS.contains(one.getOutcome()))
            .findFirst()
            .orElseThrow();
    return new Answer(
        own.getOutcome(), own.getAdded(), own.getRemoved(), own.getUnchanged(), own.getRefused());
  }

  private List<End> ends(DecidedTurn turn) {
    List<End> ends = new ArrayList<>();
    for (ChunkOutcome one : outcomes(turn)) {
      count(one.getOutcome().name());
      if (ENDS.contains(one.getOutcome())) {
        ends.add(new End(one.getListing(), one.getOutcome(), one.getReceived()));
      }
    }
    return ends;
  }

  private static List<ChunkOutcome> outcomes(DecidedTurn turn) {
    return turn.published().stream()
        .filter(output -> output.record() instanceof NetworkOutcome)
        .map(output -> ((NetworkOutcome) output.record()).getEvent())
        .filter(ChunkOutcome.class::isInstance)
        .map(ChunkOutcome.class::cast)
        .toList();
  }

  private void count(String what) {
    seen.merge(what, 1, Integer::sum);
  }
}
