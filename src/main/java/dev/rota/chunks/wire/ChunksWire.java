package dev.rota.chunks.wire;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Wire;
import java.util.List;
import java.util.Locale;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** The topics of the chunks domain. */
public final class ChunksWire implements Wire<ChunksInput, ChunksFact> {
  public static final String LISTINGS = "chunk-listings";
  public static final String PINGS = "worker-pings";
  public static final String POLICIES = "chunks-policies";

  @Override
  public List<InputTopic> inputs() {
    return List.of(
        new InputTopic(LISTINGS, ChunkListing.getClassSchema()),
        new InputTopic(PINGS, WorkerPing.getClassSchema()),
        new InputTopic(POLICIES, ChunkPolicy.getClassSchema()));
  }

  @Override
  public Schema assignments() {
    return WorkerAssignment.getClassSchema();
  }

  @Override
  public Schema outcomes() {
    return NetworkOutcome.getClassSchema();
  }

  /** Snapshots have the same schema as assignments. */
  @Override
  public Schema snapshots() {
    return WorkerAssignment.getClassSchema();
  }

  @Override
  public String laneField() {
    return "network";
  }

  @Override
  public ChunksInput read(SpecificRecord record) {
    return switch (record) {
      case ChunkListing listing -> ChunksInputConverter.listing(listing);
      case WorkerPing ping -> ChunksInputConverter.ping(ping);
      case ChunkPolicy policy -> NetworkPolicyConverter.change(policy);
      default ->
          throw new IllegalArgumentException(
              "a record of "
                  + record.getSchema().getFullName()
                  + " is no input of the chunks: send ChunkListing, WorkerPing or ChunkPolicy");
    };
  }

  /** True for a ping without news (rule 2). */
  @Override
  public boolean mayBeSilent(SpecificRecord input) {
    return input instanceof WorkerPing ping && !ping.getLeaving();
  }

  @Override
  public Output write(String lane, ChunksFact fact) {
    return ChunksOutputConverter.write(lane, fact);
  }

  @Override
  public boolean begins(SpecificRecord assignment) {
    WorkerAssignment told = (WorkerAssignment) assignment;
    return !told.getSnapshot() && !told.getAdded().isEmpty();
  }

  @Override
  public String tell(SpecificRecord assignment) {
    WorkerAssignment told = (WorkerAssignment) assignment;
    String what =
        told.getSnapshot()
            ? "holds " + told.getChunks() + " chunks"
            : "fetches "
                + told.getAdded().size()
                + " chunks, drops "
                + told.getRemoved().size()
                + ", holds "
                + told.getChunks();
    return String.format(
        Locale.ROOT,
        "%s: worker %s %s, generation %d",
        told.getNetwork(),
        told.getWorker(),
        what,
        told.getGeneration());
  }
}
