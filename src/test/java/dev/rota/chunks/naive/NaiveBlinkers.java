package dev.rota.chunks.naive;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.Snapshot;
import dev.rota.chunks.WorkerMark;
import dev.rota.chunks.WorkerPing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Hides a field: who wears them finds there what a record has that says nothing.
 *
 * @param plain a record of its type that says nothing
 */
record NaiveBlinkers(SpecificRecord plain, Schema.Field field) {
  /** What names the lane. */
  private static final Set<String> SEEN = Set.of("network");

  /** One for each field of what comes in. */
  static List<NaiveBlinkers> all() {
    String dataset = NaiveHistory.DATASETS.get(0);
    List<NaiveBlinkers> all = new ArrayList<>();
    for (SpecificRecord plain :
        List.of(
            ChunkListing.newBuilder().setNetwork("").setDataset(dataset).build(),
            new ListedChunk("c1", 1L),
            ChunkPolicy.newBuilder().setNetwork("").build(),
            new DatasetSegment(0L, 1.0, null),
            new Snapshot(null),
            new WorkerMark(NaiveHash.peer(0), null, null),
            WorkerPing.newBuilder()
                .setNetwork("")
                .setWorker(NaiveHash.peer(0))
                .setCapacityBytes(1000)
                .build())) {
      for (Schema.Field field : plain.getSchema().getFields()) {
        if (!SEEN.contains(field.name())) {
          all.add(new NaiveBlinkers(plain, field));
        }
      }
    }
    return all;
  }

  /** The record without the field, wherever in it that is. */
  SpecificRecord over(SpecificRecord record) {
    SpecificRecord copy = SpecificData.get().deepCopy(record.getSchema(), record);
    hide(copy);
    if (copy instanceof ChunkListing listing) {
      listing.getAdded().forEach(this::hide);
    }
    if (copy instanceof ChunkPolicy policy) {
      if (policy.getSegments() != null) {
        policy.getSegments().values().forEach(some -> some.forEach(this::hide));
      }
      if (policy.getControl() != null) {
        hide(policy.getControl());
      }
      if (policy.getMark() != null) {
        hide(policy.getMark());
      }
    }
    return copy;
  }

  private void hide(SpecificRecord record) {
    if (record.getSchema().equals(plain.getSchema())) {
      record.put(field.pos(), plain.get(field.pos()));
    }
  }

  @Override
  public String toString() {
    return plain.getSchema().getName() + "." + field.name();
  }
}
