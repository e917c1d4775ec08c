package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.GenerationMoves;
import dev.rota.kernel.domain.measures.GenerationMoves.CopyFlow;
import dev.rota.kernel.domain.measures.GenerationMoves.FlowTally;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What generations move from whom to whom, held to lists of the chunks by name. */
final class CopyFlowsTest {
  private static final String LANE = "mainnet";
  private static final int SEEDS = 12;
  private static final int EVENTS = 300;

  private final ChunksDomain domain = new ChunksDomain();
  private final AssignmentAccount<ChunksState, ChunksFact> account = domain.monitor().assignments();

  private LedgerLogs played(long seed) {
    Book book = new Book(domain);
    for (Traffic.Event event :
        SeededHistories.hostile(DomainTraffic.of(domain), LANE, seed, EVENTS)) {
      if (event.record() != null) {
        book.take(event.topic(), LANE, event.atMillis(), event.record());
      }
    }
    return new LedgerLogs(domain.name(), book.pages(1));
  }

  /** Who dropped a chunk last goes first, until nobody is left. */
  private static List<CopyFlow> plain(List<Assigned> parts) {
    Map<ChunkName, Deque<String>> dropped = new HashMap<>();
    Map<String, CopyFlow> flows = new HashMap<>();
    Map<ChunkName, Long> before = new HashMap<>();
    for (Assigned part : parts) {
      for (SizedChunk copy : part.removed()) {
        dropped.computeIfAbsent(copy.name(), _ -> new ArrayDeque<>()).add(part.worker());
        before.put(copy.name(), copy.bytes());
      }
    }
    for (Assigned part : parts) {
      for (SizedChunk copy : part.added()) {
        Deque<String> droppers = dropped.getOrDefault(copy.name(), new ArrayDeque<>());
        add(flows, droppers.poll(), part.worker(), copy.bytes());
      }
    }
    dropped.forEach(
        (name, left) -> left.forEach(worker -> add(flows, worker, null, before.get(name))));
    List<CopyFlow> all = new ArrayList<>(flows.values());
    all.sort(Comparator.comparing(CopyFlow::toString));
    return all;
  }

  private static void add(Map<String, CopyFlow> flows, String from, String to, long bytes) {
    flows.merge(
        from + ">" + to,
        new CopyFlow(from, to, 1, bytes),
        (one, other) ->
            new CopyFlow(from, to, one.chunks() + other.chunks(), one.bytes() + other.bytes()));
  }

  @Test
  void flowsAreWhatTheAssignmentsSay() {
    int moved = 0;
    int fresh = 0;
    int dropped = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      FactCollector facts = new FactCollector();
      try (PartitionFollower follower =
          new PartitionFollower(
              domain, played(seed), 0, OpenedCheckpoint.first(domain), LANE::equals, facts)) {
        List<List<ChunksFact>> turns = new ArrayList<>();
        while (follower.next(
            _ -> turns.add(facts.end().stream().map(ChunksFact.class::cast).toList()))) {
          // All of it is taken first.
        }
        for (List<ChunksFact> turn : turns) {
          List<GenerationMoves> made = account.moves(turn);
          checkTurn(turn, made);
          for (CopyFlow flow : made.stream().flatMap(one -> one.flows().stream()).toList()) {
            moved += flow.from() != null && flow.to() != null ? 1 : 0;
            fresh += flow.from() == null ? 1 : 0;
            dropped += flow.to() == null ? 1 : 0;
          }
        }
      }
    }
    assertThat(moved).isPositive();
    assertThat(fresh).isPositive();
    assertThat(dropped).isPositive();
  }

  private static void checkTurn(List<ChunksFact> turn, List<GenerationMoves> made) {
    List<Assigned> parts = new ArrayList<>();
    int generation = 0;
    for (ChunksFact fact : turn) {
      if (fact instanceof Assigned part && !part.snapshot()) {
        parts.add(part);
      } else if (fact instanceof GenerationMade told) {
        GenerationMoves moves = made.get(generation++);
        assertThat(moves.number()).isEqualTo(told.generation());
        assertThat(moves.copies()).isEqualTo(told.copies());
        assertThat(moves.movedBytes()).isEqualTo(told.moved().bytes());
        assertThat(moves.atMillis()).isEqualTo(told.atMillis());
        List<CopyFlow> sorted = new ArrayList<>(moves.flows());
        sorted.sort(Comparator.comparing(CopyFlow::toString));
        assertThat(sorted).isEqualTo(plain(parts));
        parts.clear();
      }
    }
    assertThat(made).hasSize(generation);
  }

  @Test
  void theLargestAreToldAndTheOthersSummedUp() {
    FlowTally tally = new FlowTally();
    for (int i = 1; i <= 1_000; i++) {
      tally.add(new CopyFlow("a" + i, "b", i * 5L % 1_001, i));
    }
    List<CopyFlow> flows = tally.flows();
    assertThat(flows).hasSize(GenerationMoves.FLOWS_MAX + 1);
    assertThat(flows.subList(0, 200))
        .extracting(CopyFlow::chunks)
        .isSortedAccordingTo(Comparator.reverseOrder())
        .startsWith(1_000L)
        .endsWith(801L);
    assertThat(flows.get(200).from()).isEqualTo(GenerationMoves.OTHERS);
    assertThat(flows.get(200).chunks()).isEqualTo(800L * 801 / 2);
    assertThat(flows.stream().mapToLong(CopyFlow::bytes).sum()).isEqualTo(1_000L * 1_001 / 2);
  }
}
