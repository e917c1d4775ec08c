package dev.rota.chunks.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.FactorLimit;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NodeFact;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.laws.Customs;
import dev.rota.testing.laws.DomainLaws;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChunksLawsTest extends DomainLaws<ChunksState, ChunksInput, ChunksFact> {
  @Override
  protected DomainCard<ChunksState, ChunksInput, ChunksFact> domain() {
    return new ChunksDomain();
  }

  @Override
  protected Customs<ChunksState> customs() {
    return new ChunksCustoms();
  }

  /** A fourth of all workers is too many. */
  @Override
  protected ChunksFact later(ChunksFact fact) {
    return fact instanceof NodeFact.NodeHeard heard && (heard.worker().hashCode() & 3) == 0
        ? new NodeFact.PingRefused(
            heard.worker(),
            NodeFact.PingFault.TOO_MANY_WORKERS,
            "one of four",
            heard.generation(),
            heard.atMillis())
        : fact;
  }

  /** Too many copies are more than a history is made of. */
  private static final ShortageReason[] SHORTAGES =
      Stream.of(ShortageReason.values())
          .filter(reason -> reason != ShortageReason.TOO_MANY_COPIES)
          .toArray(ShortageReason[]::new);

  /** Nor are a thousand open listings. */
  private static final ChunkRefusal[] REFUSALS =
      Stream.of(ChunkRefusal.values())
          .filter(reason -> reason != ChunkRefusal.TOO_MANY_LISTINGS)
          .toArray(ChunkRefusal[]::new);

  /** A reason that no history brings is one that no law was tried on. */
  @Test
  void hostileHistoriesBringEveryOutcomeAndEveryReason() {
    Set<String> seen = new TreeSet<>();
    for (long seed = 1; seed <= 400; seed++) {
      LanesInMemory bench = new LanesInMemory(domain());
      for (Traffic.Event event :
          SeededHistories.hostile(DomainTraffic.of(domain()), "mainnet", seed, 150)) {
        List<Output> outputs = bench.take("mainnet", event).published();
        if (event.record() instanceof WorkerPing) {
          seen.add("silent " + outputs.isEmpty());
        }
        for (Output output : outputs) {
          if (output.channel() == Channel.SNAPSHOTS) {
            seen.add("kept " + (output.record() != null));
          } else if (output.record() instanceof NetworkOutcome outcome) {
            note(outcome.getEvent(), seen);
          } else if (output.record() instanceof WorkerAssignment assignment) {
            seen.add("snapshot " + assignment.getSnapshot());
            seen.add("reliable " + assignment.getReliable());
            seen.add("resized " + !assignment.getResized().isEmpty());
          }
        }
      }
    }
    assertThat(seen)
        .contains("snapshot true", "snapshot false", "reliable true", "reliable false")
        .contains("unplaced true", "unplaced false")
        .contains(names("listing ", ListingOutcomeKind.values()))
        .contains(names("chunk ", REFUSALS))
        .contains(names("worker ", WorkerOutcomeKind.values()))
        .contains(names("status ", Reliability.values()))
        .contains(
            "ping BAD_PEER_ID", "ping OUT_OF_RANGE", "ping NOT_FOUND", "ping INVALID_ARGUMENT")
        .contains("ping LATE", "kept true", "kept false", "resized true")
        .contains("bounded true", "bounded false", "deprecated true", "counts for less true")
        .contains("silent true", "silent false")
        .contains(names("limit ", FactorLimit.values()))
        .contains(names("policy ", PolicyOutcomeKind.values()))
        .contains(names("since ", PolicyRefusal.values()))
        .contains(names("shortage ", SHORTAGES));
  }

  private static void note(Object event, Set<String> seen) {
    if (event instanceof ChunkOutcome listing) {
      seen.add("listing " + listing.getOutcome());
      listing.getRefusals().forEach(refused -> seen.add("chunk " + refused.getReason()));
    } else if (event instanceof WorkerOutcome worker) {
      seen.add("worker " + worker.getOutcome());
      seen.add("status " + worker.getStatus());
      seen.add("ping " + worker.getReason());
    } else if (event instanceof PolicyOutcome policy) {
      seen.add("policy " + policy.getOutcome());
      seen.add("since " + policy.getReason());
    } else if (event instanceof GenerationRefused refused) {
      seen.add("shortage " + refused.getReason());
      seen.add("bounded " + (refused.getCapacityBytesMax() != null));
    } else {
      note((NetworkStatus) event, seen);
    }
  }

  private static void note(NetworkStatus status, Set<String> seen) {
    seen.add("unplaced " + (status.getUnplaced() > 0));
    status.getDatasets().forEach(dataset -> seen.add("limit " + dataset.getLimit()));
    for (WorkerState worker : status.getWorkers()) {
      seen.add("deprecated " + worker.getDeprecated());
      seen.add("counts for less " + (worker.getCountedBytes() < worker.getCapacityBytes()));
    }
  }

  private static String[] names(String prefix, Enum<?>[] symbols) {
    return Stream.of(symbols)
        .map(Enum::name)
        .filter(name -> !name.equals("UNKNOWN"))
        .map(name -> prefix + name)
        .toArray(String[]::new);
  }
}
