package dev.rota.chunks.model;

import dev.rota.chunks.model.DatasetRow.Complete;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.placement.Worker;
import dev.rota.chunks.values.Window;
import dev.rota.engine.Engine;
import dev.rota.table.Codec;
import dev.rota.table.FieldReader;
import dev.rota.table.FieldWriter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** How rows lie in bytes. A field at the end that a row has not is as it is where nobody set it. */
final class ChunksCodecs {
  static final Codec<ChunkName> CHUNK_NAME =
      Codec.of(
          (name, out) -> out.sortedText(name.dataset()).sortedText(name.id()),
          in -> new ChunkName(in.sortedText(), in.sortedText()));
  static final Codec<ChunkRow> CHUNK =
      Codec.of(
          (row, out) -> write(row, out),
          in ->
              new ChunkRow(
                  in.number(),
                  in.number(),
                  in.number(),
                  in.hasMore() ? in.number() : 0,
                  in.hasMore() ? in.number() : ChunkRow.KEPT));
  static final Codec<DatasetRow> DATASET = Codec.of(ChunksCodecs::write, ChunksCodecs::dataset);
  static final Codec<ListingRow> LISTING = Codec.of(ChunksCodecs::write, ChunksCodecs::listing);
  static final Codec<CurrentGeneration> STANDING =
      Codec.of(ChunksCodecs::write, ChunksCodecs::standing);
  static final Codec<Node> NODE = Codec.of(ChunksCodecs::write, ChunksCodecs::node);

  private ChunksCodecs() {}

  /** Most chunks were never named by a listing of many records: they need no more than this. */
  private static void write(ChunkRow row, FieldWriter out) {
    out.number(row.since()).number(row.listed()).number(row.before());
    if (row.asOf() != 0) {
      out.number(row.asOf()).number(row.named());
    }
  }

  private static void write(DatasetRow row, FieldWriter out) {
    out.number(row.claim()).text(row.listing()).flag(row.whole());
    out.number(row.complete().size());
    for (Complete one : row.complete()) {
      out.number(one.claim()).number(one.generation()).flag(one.whole());
    }
    out.text(row.cursor()).number(row.through()).flag(row.again());
  }

  private static DatasetRow dataset(FieldReader in) {
    long claim = in.number();
    String listing = in.text();
    boolean whole = in.flag();
    List<Complete> complete = new ArrayList<>();
    for (int left = in.integer(); left > 0; left--) {
      complete.add(new Complete(in.number(), in.number(), in.flag()));
    }
    return new DatasetRow(
        claim, listing, whole, List.copyOf(complete), in.text(), in.number(), in.flag());
  }

  private static void write(ListingRow row, FieldWriter out) {
    byte[] came = row.came().toByteArray();
    out.text(row.dataset()).number(row.parts() == null ? 0 : row.parts());
    out.number(came.length).raw(came);
    out.number(row.atMillis()).flag(row.complete());
    out.number(row.added()).number(row.removed());
    out.number(row.unchanged()).number(row.refused());
  }

  private static ListingRow listing(FieldReader in) {
    String dataset = in.text();
    int parts = in.integer();
    return new ListingRow(
        dataset,
        parts == 0 ? null : parts,
        BitSet.valueOf(in.raw(in.integer())),
        in.number(),
        in.flag(),
        in.number(),
        in.number(),
        in.number(),
        in.number());
  }

  private static void write(CurrentGeneration s, FieldWriter out) {
    out.number(s.generation()).text(s.refused());
    optional(s.window().isOpen() ? s.window().openedAt() : null, out);
    optional(s.window().isOpen() ? s.window().dueAt() : null, out);
    out.flag(s.window().urgent()).number(s.claims()).number(s.effectiveFrom());
  }

  private static CurrentGeneration standing(FieldReader in) {
    long generation = in.number();
    String refused = in.text();
    Long openedAt = optional(in);
    Long dueAt = optional(in);
    Window window =
        new Window(
            openedAt == null ? Engine.NEVER : openedAt,
            dueAt == null ? Engine.NEVER : dueAt,
            in.flag());
    return new CurrentGeneration(
        generation,
        window,
        refused,
        in.hasMore() ? in.number() : 0,
        in.hasMore() ? in.number() : 0);
  }

  private static void write(Node node, FieldWriter out) {
    out.flag(node.isThere());
    if (node.isThere()) {
      Node.Heard heard = node.heard();
      out.number(heard.atMillis()).number(heard.capacity()).text(heard.said());
      optional(heard.stored(), out);
      optional(heard.epoch(), out);
      out.flag(heard.suspicious()).text(node.status().name()).text(node.reason());
    }
    out.flag(node.held() != null);
    if (node.held() != null) {
      Node.Held held = node.held();
      Worker worker = held.worker();
      out.number(worker.capacity());
      out.text(worker.version() == null ? null : worker.version().toString());
      out.flag(worker.reliable()).number(held.chunks()).number(held.bytes());
      out.sortedLong(held.digest().high()).sortedLong(held.digest().low());
    }
    Node.Shown shown = node.shown();
    out.flag(shown != null);
    if (shown != null) {
      out.number(shown.atMillis()).number(shown.parts()).number(shown.moved());
    }
  }

  /** Its row's key is its name, which {@link Node#named} adds. */
  private static Node node(FieldReader in) {
    Node node = new Node("", null, null, null, null, null, null);
    if (in.flag()) {
      long atMillis = in.number();
      long capacity = in.number();
      String said = in.text();
      SoftwareVersion version = SoftwareVersion.ofText(said);
      Node.Heard heard =
          new Node.Heard(atMillis, capacity, said, version, optional(in), optional(in), in.flag());
      node = node.with(heard, WorkerStatus.valueOf(in.text()), in.text());
    }
    if (in.flag()) {
      Worker worker = new Worker(null, in.number(), SoftwareVersion.ofText(in.text()), in.flag());
      node =
          node.with(
              new Node.Held(
                  worker,
                  in.number(),
                  in.number(),
                  new SetDigest(in.sortedLong(), in.sortedLong())));
    }
    if (!in.hasMore()) {
      return node.ofRules1();
    }
    return in.flag() ? node.with(new Node.Shown(in.number(), in.integer(), in.number())) : node;
  }

  private static void optional(Long value, FieldWriter out) {
    out.flag(value != null);
    if (value != null) {
      out.number(value);
    }
  }

  private static Long optional(FieldReader in) {
    return in.flag() ? (Long) in.number() : null;
  }
}
