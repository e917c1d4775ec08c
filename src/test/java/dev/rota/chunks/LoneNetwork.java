package dev.rota.chunks;

import dev.rota.avro.GeneratedClasses;
import dev.rota.chunks.wire.ChunksWire;
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
    return published(bench.take(NETWORK, new Traffic.Event(topic, atMillis, record)).published());
  }

  List<SpecificRecord> tick(long atMillis) {
    return published(bench.tick(NETWORK, atMillis).published());
  }

  private List<SpecificRecord> published(List<Published> outputs) {
    last.clear();
    outputs.forEach(output -> last.add(output.record()));
    return List.copyOf(last);
  }

  void restart() {
    bench.restart();
  }

  long digest() {
    return bench.lane(NETWORK).cursor().stateDigest();
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
