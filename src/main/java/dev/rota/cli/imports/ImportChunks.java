package dev.rota.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.console.Flags;
import dev.rota.sqd.ChunkLine;
import dev.rota.sqd.ChunkReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rota import chunks}: sends a list of chunks to a network of storage workers. */
@Command(
    name = "chunks",
    description = {
      "list chunks, as lines of JSON, to a network of storage workers",
      "",
      "A line: {\"dataset\":\"s3://…\",\"chunk\":\"…\",\"bytes\":123}. 'id' may stand for 'chunk' and"
          + " 'size' for 'bytes'; other fields are passed over. All lines are one listing, of as"
          + " many records as it takes: no generation has a part of it. The import ends when it is"
          + " complete, and the generation is made that has it. Lines that cannot be read are told,"
          + " the others are listed."
    })
final class ImportChunks extends LaneImporter<ChunkLine, Listings> {
  /** The limit of a record's size, far below a topic's limit. */
  private static final int RECORD_BYTES_MAX = 1 << 19;

  /** The size of a chunk besides its name. */
  private static final int CHUNK_BYTES = 8;

  @Mixin private ListingFlags flags;

  private final String listing = "import-" + System.currentTimeMillis();
  private int part;
  private ArrayNode added = JsonNodeFactory.instance.arrayNode();
  private String dataset = "";
  private int bytes;

  ImportChunks() {
    super("chunks", ChunkReader::new, new Listings());
  }

  @Override
  String lane() {
    return flags.network();
  }

  @Override
  void check(Flags all) {
    super.check(all);
    flags.check(all);
  }

  /** Sends the chunk with others of its dataset, or keeps it for a later record. */
  @Override
  void send(LiveLane lane, ChunkLine chunk, Listings account) {
    int size = chunk.chunk().getBytes(UTF_8).length + CHUNK_BYTES;
    boolean full = added.size() >= flags.batch() || bytes + size > RECORD_BYTES_MAX;
    if (full || !dataset.equals(chunk.dataset())) {
      flush(lane, account, false);
      dataset = chunk.dataset();
    }
    added.addObject().put("chunk", chunk.chunk()).put("bytes", chunk.bytes());
    bytes += size;
  }

  @Override
  void end(LiveLane lane, Listings account) {
    flush(lane, account, true);
  }

  /** The last record has the number of parts. A single-record listing needs no id. */
  private void flush(LiveLane lane, Listings account, boolean last) {
    if (added.isEmpty()) {
      return;
    }
    ObjectNode record = lane.value().put("dataset", dataset).put("replace", flags.replace());
    if (part > 0 || !last) {
      record.put("listing", listing).put("part", part++);
    }
    if (part > 0 && last) {
      record.put("parts", part);
    }
    record.set("added", added);
    account.sent(dataset, added.size(), lane.send("ChunkListing", record));
    added = JsonNodeFactory.instance.arrayNode();
    bytes = 0;
  }
}
