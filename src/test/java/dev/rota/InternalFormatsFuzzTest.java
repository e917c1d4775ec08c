package dev.rota;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.TilePosition;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.bots.BotsDomain;
import dev.rota.domains.Domains;
import dev.rota.executor.StateDiff;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.ledger.DamagedRows;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.packs.BasePack;
import dev.rota.kernel.ledger.packs.PackChangelog;
import dev.rota.kernel.ledger.packs.PackSizes;
import dev.rota.kernel.ledger.packs.PackUnpacker;
import dev.rota.kernel.ledger.packs.RowPacker;
import dev.rota.kernel.ledger.packs.RowRestorer;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.simulate.RawInputs;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.RawRecord;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.capsule.CapsulePacker;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.notary.LogReader;
import dev.rota.road.kept.BadCheckpoint;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.kept.CheckpointWire;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.road.kept.LedgerPlace;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.road.stream.past.OwnerClaim;
import dev.rota.road.stream.time.TimeNudge;
import dev.rota.road.topics.LaneKey;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Mutations;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the bytes are that somebody leaves where Rota reads its own, they are read or refused:
 * inputs, rows, packs, pieces and ends of checkpoints, pages, entries, capsules, files of a log,
 * nudges. Nothing ends a process, throws anything else, or takes memory by what they claim.
 */
final class InternalFormatsFuzzTest {
  private static final int ROUNDS = 100_000;
  private static final int EVENTS = 14;
  private static final String LANE = "lane";

  /** A session of a chain is a few bytes, and the order of its validators a million numbers. */
  private static final long LANE_FLOOR = 24L << 20;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  private static Book book(Domain domain) {
    Book book = new Book(domain);
    book.play(LANE, 5, EVENTS);
    return book;
  }

  private static List<Row> rows(TreeRows rows) {
    return rows.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void inputs(Domain domain) throws Exception {
    RawInputs reader = new RawInputs(domain);
    int partition = LaneKey.partition(LANE.getBytes(UTF_8), RawRecord.PARTITIONS);
    for (InputTopic input : domain.wire().inputs()) {
      List<byte[]> samples = new ArrayList<>();
      Iterator<Traffic.Event> traffic = DomainTraffic.of(domain).start(LANE, 3);
      var serializer = RawInputs.serializer(domain, "fuzz-" + domain.name());
      for (int i = 0; i < 400 && samples.size() < EVENTS; i++) {
        Traffic.Event event = traffic.next();
        if (event.topic().equals(input.topic())) {
          samples.add(serializer.serialize(event.topic(), event.record()));
        }
      }
      int rounds = ROUNDS / domain.wire().inputs().size();
      new Mutations(1, samples)
          .hold(
              rounds,
              NoRefusal.class, // it becomes a dead letter
              bytes -> {
                RawRecord raw = new RawRecord(partition, LANE, bytes, Map.of(), 0);
                var _ = reader.receive(new Traffic.Event(input.topic(), 0, null, null, raw), 0);
              });
    }
  }

  /** Nobody throws it. */
  private static final class NoRefusal extends Exception {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void rows(Domain domain) throws Exception {
    TreeRows rows = book(domain).rows();
    List<Row> all = rows(rows);
    int rounds = ROUNDS / (2 * Domains.ALL.size() * all.size());
    for (Row one : all) {
      new Mutations(2, List.of(one.value()))
          .floor(LANE_FLOOR)
          .hold(rounds, DamagedRows.class, value -> open(domain, rows, one, one.key(), value));
      new Mutations(3, List.of(one.key()))
          .floor(LANE_FLOOR)
          .hold(rounds, DamagedRows.class, key -> open(domain, rows, one, key, one.value()));
    }
  }

  /** A row has this key and value instead. */
  private static void open(Domain domain, TreeRows all, Row instead, byte[] key, byte[] value) {
    TreeRows rows = new TreeRows(all);
    rows.remove(instead.key());
    rows.put(key, value);
    LaneStore store = new LaneStore(domain, rows);
    try {
      var _ = store.end();
      store.lanes().forEach(lane -> store.lane(lane).state());
    } catch (UnknownRules later) {
      // Rows of a later program end this one, as they should.
    }
  }

  @Test
  void packs() throws Exception {
    List<byte[]> packs = new ArrayList<>();
    PackChangelog changelog =
        new PackChangelog() {
          @Override
          public void send(byte[] key, byte[] value) {
            packs.add(value);
          }

          @Override
          public long freshNumber() {
            return 1;
          }
        };
    RowPacker packer = new RowPacker(new TreeRows(), changelog, PackSizes.DEFAULT);
    for (Row row : rows(book(new BotsDomain()).rows())) {
      packer.checkpoint(List.of(row));
    }
    byte[] key = ByteBuffer.allocate(9).put((byte) 7).putLong(1).array();
    new Mutations(4, packs)
        .hold(
            ROUNDS,
            NoRefusal.class, // the rows are rebuilt
            bytes -> {
              TreeRows disk = new TreeRows();
              new PackUnpacker(disk, new RowRestorer(disk)).take(key, bytes);
              var _ = BasePack.lacking(disk);
            });
  }

  @Test
  void piecesAndEndsOfCheckpoints() throws Exception {
    List<byte[]> records = new ArrayList<>();
    CheckpointKeeping keeping =
        new CheckpointKeeping((_, payload) -> records.add(payload), 1, 1, null, () -> 0);
    List<byte[]> pieces = keeping.rows(0, book(new BotsDomain()).rows());
    byte[] seal = new byte[Sha256.BYTES];
    LedgerPlace place = new LedgerPlace("cluster", "bots-ledger", 0);
    TreeMap<String, Long> positions = new TreeMap<>(Map.of("jobs", 3L, "bot-heartbeats", 4L));
    keeping.end(
        new KeptCheckpointEnd(
            place, new PageEnd(3, 14, seal), 9, 1_000, positions, pieces, seal, null),
        false);
    CheckpointWire wire = new CheckpointWire();
    new Mutations(5, records)
        .hold(
            ROUNDS,
            BadCheckpoint.class,
            bytes -> {
              if (wire.end(bytes) == null) {
                var _ = wire.rows(bytes);
              }
            });
  }

  @ParameterizedTest
  @MethodSource("domains")
  void pages(Domain domain) throws Exception {
    Book book = book(domain);
    PageWire pages = new PageWire();
    int rounds = ROUNDS / Domains.ALL.size();
    new Mutations(6, book.pages(5)).hold(rounds, PageWire.BadPage.class, pages::decode);
    new Mutations(7, book.pages(5)).hold(rounds, PageWire.BadPage.class, pages::toRecord);
  }

  @Test
  void capsules() throws Exception {
    LedgerLogs logs = new LedgerLogs("bots", book(new BotsDomain()).pages(7));
    ByteArrayOutputStream capsule = new ByteArrayOutputStream();
    new CapsulePacker(new BotsDomain(), logs, CheckpointChoice.BEGINNING, LANE)
        .write(new HistoryMoment.Turn(8), HistoryMoment.END, line -> write(capsule, line));
    new Mutations(9, List.of(capsule.toByteArray()))
        .hold(
            ROUNDS,
            ExportedLogs.BadExport.class,
            bytes -> ExportedLogs.read(new ByteArrayInputStream(bytes)));
  }

  private static void write(ByteArrayOutputStream to, String line) throws IOException {
    to.write((line + "\n").getBytes(UTF_8));
  }

  @Test
  void filesOfALog() throws Exception {
    int count = 9;
    TilePosition tile = TilePosition.of(0, 0, count);
    ByteBuffer offsets = ByteBuffer.allocate(count * Long.BYTES);
    ByteArrayOutputStream leaves = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      offsets.putLong(2L * i);
      byte[] leaf = new TurnLeaf(LANE + i, i + 1, new byte[32]).bytes();
      leaves.write(ByteBuffer.allocate(Short.BYTES).putShort((short) leaf.length).array());
      leaves.write(leaf);
    }
    new Mutations(10, List.of(offsets.array()))
        .hold(ROUNDS, BadProof.class, bytes -> log(bytes).offsets(tile));
    new Mutations(11, List.of(leaves.toByteArray()))
        .hold(ROUNDS, BadProof.class, bytes -> log(bytes).leaves(tile));
    byte[] end = ("9 4 " + "0a".repeat(32) + "\n").getBytes(UTF_8);
    new Mutations(12, List.of(end)).hold(ROUNDS, NoRefusal.class, bytes -> log(bytes).end(count));
  }

  private static LogReader log(byte[] file) {
    return new LogReader(_ -> file);
  }

  @Test
  void nudges() throws Exception {
    List<String> inputs = List.of("jobs", "bot-heartbeats");
    byte[] nudge = new TimeNudge(1_700_000_000_000L, List.of(17L, 4L)).encode(inputs);
    new Mutations(13, List.of(nudge))
        .hold(ROUNDS, NoRefusal.class, bytes -> TimeNudge.decode(bytes, inputs));
  }

  @Test
  void claims() throws Exception {
    byte[] claim = "group rota-bots\ncluster 4L6g3nShT\nepoch 1".getBytes(UTF_8);
    new Mutations(15, List.of(claim)).hold(ROUNDS, NoRefusal.class, OwnerClaim::decode);
  }

  @Test
  void whatABlockChanges() throws Exception {
    TreeMap<String, byte[]> changes = new TreeMap<>();
    changes.put("balance", new byte[] {1, 2});
    changes.put("gone", null);
    new Mutations(14, List.of(new StateDiff(changes).toBytes()))
        .hold(ROUNDS, IllegalArgumentException.class, StateDiff::of);
  }
}
