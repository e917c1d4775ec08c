package dev.rota.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.avro.GeneratedClasses;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.chunks.wire.NetworkWatch;
import dev.rota.domain.Output;
import dev.rota.domain.Traffic;
import dev.rota.ledger.Published;
import dev.rota.simulate.Bench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** A network of its own, spoken to in records. */
final class LoneNetwork {
  static final String NETWORK = "tethys";
  static final String DATASET = "s3://eth";
  static final long GIB = 1L << 30;

  private final Bench<ChunksState, ChunksInput, ChunksFact> bench = new Bench<>(new ChunksDomain());
  private final List<SpecificRecord> last = new ArrayList<>();
  private final List<Output> kept = new ArrayList<>();
  private final NetworkWatch watch = new NetworkWatch();

  LoneNetwork() {
    GeneratedClasses.trust();
  }

  static String peer(int number) {
    return Network.peer(number).toString();
  }

  static ChunkPolicy.Builder policy() {
    return ChunkPolicy.newBuilder().setNetwork(NETWORK);
  }

  static WorkerPing.Builder ping(int worker) {
    return WorkerPing.newBuilder()
        .setNetwork(NETWORK)
        .setWorker(peer(worker))
        .setCapacityBytes(10 * GIB);
  }

  static ChunkListing.Builder listing() {
    return ChunkListing.newBuilder().setNetwork(NETWORK).setDataset(DATASET);
  }

  static ChunkListing listing(Map<String, Long> added, String... removed) {
    List<ListedChunk> chunks = new ArrayList<>();
    added.forEach((chunk, bytes) -> chunks.add(new ListedChunk(chunk, bytes)));
    return listing().setAdded(chunks).setRemoved(List.of(removed)).build();
  }

  /** A part of a listing; {@code parts} null: it does not say how many there are. */
  static ChunkListing.Builder part(
      String id, int part, Integer parts, Map<String, Long> added, String... removed) {
    return ChunkListing.newBuilder(listing(added, removed))
        .setListing(id)
        .setPart(part)
        .setParts(parts);
  }

  /** The records that come of it. */
  List<SpecificRecord> send(long atMillis, SpecificRecord record) {
    String topic =
        record instanceof ChunkPolicy
            ? ChunksWire.POLICIES
            : record instanceof WorkerPing ? ChunksWire.PINGS : ChunksWire.LISTINGS;
    Traffic.Event event = new Traffic.Event(topic, atMillis, record);
    return published(event, bench.take(NETWORK, event).published());
  }

  List<SpecificRecord> tick(long atMillis) {
    Traffic.Event tick = new Traffic.Event(ChunksWire.PINGS, atMillis, null);
    return published(tick, bench.tick(NETWORK, atMillis).published());
  }

  /** Whatever a test does, a reader of the topics sees nothing wrong. */
  private List<SpecificRecord> published(Traffic.Event event, List<Published> published) {
    List<Output> outputs = published.stream().map(Published::output).toList();
    assertThat(watch.see(event, outputs)).isEmpty();
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
  List<Output> kept() {
    return List.copyOf(kept);
  }

  void restart() {
    bench.restart();
  }

  long digest() {
    return bench.lane(NETWORK).cursor().stateDigest();
  }

  long turns() {
    return bench.lane(NETWORK).cursor().number();
  }

  ChunksState state() {
    return bench.lane(NETWORK).state();
  }

  /** Bytes of a chunk as listed, or {@link ChunkRow#NONE}. */
  long listed(String chunk) {
    return state().chunk(new ChunkName(DATASET, chunk)).listed();
  }

  /** What the last turn published on the outcomes, of this kind. */
  <T> T outcome(Class<T> kind) {
    return outcomes(kind).get(0);
  }

  <T> List<T> outcomes(Class<T> kind) {
    return last.stream()
        .filter(NetworkOutcome.class::isInstance)
        .map(record -> ((NetworkOutcome) record).getEvent())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  List<WorkerAssignment> assignments() {
    return last.stream()
        .filter(WorkerAssignment.class::isInstance)
        .map(WorkerAssignment.class::cast)
        .toList();
  }
}
