package dev.rota.chunks.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Network;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.chunks.NetworkObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** A network of its own, spoken to in records. */
public final class LoneNetwork {
  public static final String NETWORK = "tethys";
  public static final String DATASET = "s3://eth";
  public static final long GIB = 1L << 30;

  private final LanesInMemory bench = new LanesInMemory(new ChunksDomain());
  private final List<SpecificRecord> last = new ArrayList<>();
  private final List<Output> kept = new ArrayList<>();
  private final NetworkObserver observer = new NetworkObserver();

  public LoneNetwork() {
    GeneratedClasses.trust();
  }

  public static String peer(int number) {
    return Network.peer(number).toString();
  }

  public static ChunkPolicy.Builder policy() {
    return ChunkPolicy.newBuilder().setNetwork(NETWORK);
  }

  public static WorkerPing.Builder ping(int worker) {
    return WorkerPing.newBuilder()
        .setNetwork(NETWORK)
        .setWorker(peer(worker))
        .setCapacityBytes(10 * GIB);
  }

  public static ChunkListing.Builder listing() {
    return ChunkListing.newBuilder().setNetwork(NETWORK).setDataset(DATASET);
  }

  public static ChunkListing listing(Map<String, Long> added, String... removed) {
    List<ListedChunk> chunks = new ArrayList<>();
    added.forEach((chunk, bytes) -> chunks.add(new ListedChunk(chunk, bytes)));
    return listing().setAdded(chunks).setRemoved(List.of(removed)).build();
  }

  /** A part of a listing; {@code parts} null: it does not say how many there are. */
  public static ChunkListing.Builder part(
      String id, int part, Integer parts, Map<String, Long> added, String... removed) {
    return ChunkListing.newBuilder(listing(added, removed))
        .setListing(id)
        .setPart(part)
        .setParts(parts);
  }

  /** The records that come of it. */
  public List<SpecificRecord> send(long atMillis, SpecificRecord record) {
    String topic =
        record instanceof ChunkPolicy
            ? ChunksWire.POLICIES
            : record instanceof WorkerPing ? ChunksWire.PINGS : ChunksWire.LISTINGS;
    Traffic.Event event = new Traffic.Event(topic, atMillis, record);
    return published(event, bench.take(NETWORK, event).published());
  }

  public List<SpecificRecord> tick(long atMillis) {
    Traffic.Event tick = new Traffic.Event(ChunksWire.PINGS, atMillis, null);
    return published(tick, bench.tick(NETWORK, atMillis).published());
  }

  /** Whatever a test does, a reader of the topics sees nothing wrong. */
  private List<SpecificRecord> published(Traffic.Event event, List<Output> published) {
    List<Output> outputs = published;
    assertThat(observer.see(event, outputs)).isEmpty();
    last.clear();
    kept.clear();
    for (Output output : outputs) {
      if (output.channel() == Output.Channel.SNAPSHOTS) {
        kept.add(output);
      } else {
        last.add(output.record());
      }
    }
    return List.copyOf(last);
  }

  /** What the last turn published on the compacted topic. */
  public List<Output> kept() {
    return List.copyOf(kept);
  }

  public void restart() {
    bench.restart();
  }

  public long digest() {
    return bench.lane(NETWORK).cursor().stateDigest();
  }

  public long turns() {
    return bench.lane(NETWORK).cursor().number();
  }

  public ChunksState state() {
    return (ChunksState) bench.lane(NETWORK).state();
  }

  /** Bytes of a chunk as listed, or {@link ChunkRow#NONE}. */
  public long listed(String chunk) {
    return state().chunk(new ChunkName(DATASET, chunk)).listed();
  }

  /** What the last turn published on the outcomes, of this kind. */
  public <T> T outcome(Class<T> kind) {
    return outcomes(kind).get(0);
  }

  public <T> List<T> outcomes(Class<T> kind) {
    return last.stream()
        .filter(NetworkOutcome.class::isInstance)
        .map(record -> ((NetworkOutcome) record).getEvent())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  public List<WorkerAssignment> assignments() {
    return last.stream()
        .filter(WorkerAssignment.class::isInstance)
        .map(WorkerAssignment.class::cast)
        .toList();
  }
}
