package dev.rota.chunks.model;

import dev.rota.chunks.model.DatasetRow.Complete;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.chunks.values.WorkerUptime;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.BitSet;
import java.util.Objects;

/** The byte format of the rows. Trailing fields that an old row lacks have their default values. */
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
                  in.numberOr(0),
                  in.numberOr(ChunkRow.KEPT)));
  private static final Codec<Complete> COMPLETE =
      Codec.of(
          (one, out) -> out.number(one.claim()).number(one.generation()).flag(one.whole()),
          in -> new Complete(in.number(), in.number(), in.flag()));
  private static final Codec<WorkerNode.Held> HELD =
      Codec.of(ChunksCodecs::write, ChunksCodecs::held);
  private static final Codec<WorkerNode.Shown> SHOWN =
      Codec.of(
          (shown, out) -> out.number(shown.atMillis()).number(shown.parts()).number(shown.moved()),
          in -> new WorkerNode.Shown(in.number(), in.integer(), in.number()));
  private static final Codec<WorkerUptime> UPTIME =
      Codec.of(
          (one, out) ->
              out.number(one.part())
                  .sortedLong(one.covered())
                  .number(one.known())
                  .flag(one.enough()),
          in -> new WorkerUptime(in.number(), in.sortedLong(), in.integer(), in.flag()));
  static final Codec<OperatorMark> MARK =
      Codec.of(
          (mark, out) -> out.text(mark.reason()).optional(mark.until(), Codec.NUMBER),
          in -> new OperatorMark(in.text(), in.optional(Codec.NUMBER)));
  static final Codec<DatasetRow> DATASET = Codec.of(ChunksCodecs::write, ChunksCodecs::dataset);
  static final Codec<ListingRow> LISTING = Codec.of(ChunksCodecs::write, ChunksCodecs::listing);
  static final Codec<CurrentGeneration> STANDING =
      Codec.of(ChunksCodecs::write, ChunksCodecs::standing);
  static final Codec<WorkerNode> NODE = Codec.of(ChunksCodecs::write, ChunksCodecs::node);

  private ChunksCodecs() {}

  /** Most chunks were never named by a multi-record listing and need no more bytes than this. */
  private static void write(ChunkRow row, FieldWriter out) {
    out.number(row.since()).number(row.listed()).number(row.before());
    if (row.asOf() != 0) {
      out.number(row.asOf()).number(row.named());
    }
  }

  private static void write(DatasetRow row, FieldWriter out) {
    out.number(row.claim()).text(row.listing()).flag(row.whole()).list(row.complete(), COMPLETE);
    out.text(row.cursor()).number(row.through()).flag(row.again());
  }

  private static DatasetRow dataset(FieldReader in) {
    return new DatasetRow(
        in.number(), in.text(), in.flag(), in.list(COMPLETE), in.text(), in.number(), in.flag());
  }

  private static void write(ListingRow row, FieldWriter out) {
    out.text(row.dataset()).number(row.parts() == null ? 0 : row.parts());
    out.bytes(row.came().toByteArray()).number(row.atMillis()).flag(row.complete());
    out.number(row.added()).number(row.removed());
    out.number(row.unchanged()).number(row.refused());
  }

  private static ListingRow listing(FieldReader in) {
    String dataset = in.text();
    int parts = in.integer();
    return new ListingRow(
        dataset,
        parts == 0 ? null : parts,
        BitSet.valueOf(in.bytes()),
        in.number(),
        in.flag(),
        in.number(),
        in.number(),
        in.number(),
        in.number());
  }

  private static void write(CurrentGeneration s, FieldWriter out) {
    out.number(s.generation()).text(s.refused());
    out.optional(s.window().isOpen() ? (Long) s.window().openedAt() : null, Codec.NUMBER);
    out.optional(s.window().isOpen() ? (Long) s.window().dueAt() : null, Codec.NUMBER);
    out.flag(s.window().urgent()).number(s.claims()).number(s.effectiveFrom());
  }

  private static CurrentGeneration standing(FieldReader in) {
    long generation = in.number();
    String refused = in.text();
    Long openedAt = in.optional(Codec.NUMBER);
    Long dueAt = in.optional(Codec.NUMBER);
    GenerationWindow window =
        new GenerationWindow(
            openedAt == null ? Engine.NEVER : openedAt,
            dueAt == null ? Engine.NEVER : dueAt,
            in.flag());
    return new CurrentGeneration(generation, window, refused, in.number(), in.number());
  }

  private static void write(WorkerNode node, FieldWriter out) {
    out.flag(node.isThere());
    if (node.isThere()) {
      WorkerNode.Heard heard = node.heard();
      out.number(heard.atMillis()).number(heard.capacity()).text(heard.said());
      out.optional(heard.stored(), Codec.NUMBER).optional(heard.epoch(), Codec.NUMBER);
      out.flag(heard.suspicious()).symbol(node.status()).text(node.reason());
    }
    out.optional(node.held(), HELD).optional(node.shown(), SHOWN);
    if (node.isThere() && (!isFormer(node.heard()) || node.heard().uptime() != null)) {
      out.flag(!isFormer(node.heard())).optional(node.heard().uptime(), UPTIME);
    }
  }

  /** True if rules 2 read the same version in what the worker says. */
  private static boolean isFormer(WorkerNode.Heard heard) {
    return Objects.equals(heard.version(), SoftwareVersion.formerly(heard.said()));
  }

  /** Reads a worker without its name, which is its row's key. {@link WorkerNode#named} adds it. */
  private static WorkerNode node(FieldReader in) {
    WorkerNode node = WorkerNode.silent("", null);
    if (in.flag()) {
      long atMillis = in.number();
      long capacity = in.number();
      String said = in.text();
      WorkerNode.Heard heard =
          new WorkerNode.Heard(
              atMillis,
              capacity,
              said,
              SoftwareVersion.formerly(said),
              in.optional(Codec.NUMBER),
              in.optional(Codec.NUMBER),
              in.flag(),
              null);
      node = node.with(heard, in.symbol(WorkerStatus.class), in.text());
    }
    WorkerNode read = node.with(in.optional(HELD)).with(in.optional(SHOWN));
    if (!read.isThere() || !in.hasMore()) { // as rules 2 wrote it
      return read;
    }
    read = in.flag() ? read.published() : read;
    return read.with(read.heard().with(in.optional(UPTIME)), read.status(), read.reason());
  }

  private static void write(WorkerNode.Held held, FieldWriter out) {
    PlacementWorker worker = held.worker();
    out.number(worker.capacity());
    out.text(worker.version() == null ? null : worker.version().toString());
    out.flag(worker.reliable()).number(held.chunks()).number(held.bytes());
    out.sortedLong(held.digest().high()).sortedLong(held.digest().low());
  }

  private static WorkerNode.Held held(FieldReader in) {
    return new WorkerNode.Held(
        new PlacementWorker(null, in.number(), SoftwareVersion.ofRow(in.text()), in.flag()),
        in.number(),
        in.number(),
        new SetDigest(in.sortedLong(), in.sortedLong()));
  }
}
