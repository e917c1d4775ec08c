package dev.rota.lab.verbs.imports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.clients.RecordSender;
import dev.rota.app.console.FlagValidator;
import dev.rota.lab.sqd.ChunkLine;
import dev.rota.lab.sqd.ChunkReader;
import dev.rota.lab.sqd.MadeNetwork;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rota import chunks}: sends a list of chunks to a network of storage workers. */
@Command(
    name = "chunks",
    description = {
      "list chunks, as lines of JSON, to a network of storage workers",
      "",
      "A line: {\"dataset\":\"s3://…\",\"chunk\":\"…\",\"bytes\":123}. 'id' may stand for 'chunk'"
          + " and 'size' for 'bytes'; other fields are skipped. All lines are one listing, of"
          + " as many records as it takes, each of one dataset: no generation has a part of it. The"
          + " import ends when it is complete, and the generation is made that has it. Lines that"
          + " cannot be read are told, the others are listed."
    })
final class ImportChunks extends LaneImporter<ChunkLine, SentListings> {
  /** Chunks that wait for others of their datasets, in memory. */
  private static final int KEPT_MAX = 200_000;

  @Mixin private ListingFlags flags;

  private final String listing = "import-" + System.currentTimeMillis();
  private ChunkBatches batches;
  private int part;

  ImportChunks() {
    super("chunks", ChunkReader::new, new SentListings());
  }

  @Override
  String lane() {
    return flags.network();
  }

  @Override
  void check(FlagValidator all) {
    super.check(all);
    flags.check(all);
    batches = new ChunkBatches(flags.batch(), KEPT_MAX);
  }

  /** Sends the chunk with others of its dataset, or keeps it for a later record. */
  @Override
  void send(LiveLane lane, ChunkLine chunk, SentListings account) {
    for (ChunkBatches.Batch full : batches.add(chunk)) {
      flush(lane, account, full, false);
    }
  }

  @Override
  void end(LiveLane lane, SentListings account) {
    List<ChunkBatches.Batch> rest = batches.rest();
    for (int i = 0; i < rest.size(); i++) {
      flush(lane, account, rest.get(i), i == rest.size() - 1);
    }
  }

  /** The last record has the number of parts. A single-record listing needs no id. */
  private void flush(LiveLane lane, SentListings account, ChunkBatches.Batch batch, boolean last) {
    if (account.isGivenUp()) {
      return;
    }
    if (part == MadeNetwork.PARTS_MAX) {
      giveUp(lane, account);
      return;
    }
    ObjectNode record =
        lane.value().put("dataset", batch.dataset()).put("replace", flags.replace());
    if (part > 0 || !last) {
      record.put("listing", listing).put("part", part++);
    }
    if (part > 0 && last) {
      record.put("parts", part);
    }
    record.set("added", batch.added());
    account.sent(batch.dataset(), batch.added().size(), lane.send("ChunkListing", record));
  }

  /** A listing with more records than it may have would never be complete. */
  private void giveUp(LiveLane lane, SentListings account) {
    ObjectNode record = lane.value().put("dataset", "").put("listing", listing).put("abort", true);
    RecordSender.confirmed(lane.send("ChunkListing", record));
    account.giveUp(
        "it would have more than "
            + MadeNetwork.PARTS_MAX
            + " records, and nothing of it is listed: --batch is "
            + flags.batch()
            + ", so import with a larger one, or fewer datasets at once");
  }
}
