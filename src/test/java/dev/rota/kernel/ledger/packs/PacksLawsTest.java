package dev.rota.kernel.ledger.packs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to a task and its changelog, its rows are those that it has committed. */
final class PacksLawsTest {
  private static final int SEEDS = 25;
  private static final int STEPS = 100;

  /** More than a step has packs. */
  private static final int CLOCK = 10_000;

  /** So small that passes, garbage and large rows are common. */
  private static final PackSizes SMALL = new PackSizes(220, 900, 60, 300, 2, 3);

  /** How the changelog began. */
  enum Beginning {
    EMPTY,
    OF_AN_OLDER_PROGRAM
  }

  /** A disk with rows, and the offset up to which it has the changelog. */
  private static final class Disk {
    private TreeRows rows = new TreeRows();
    private long offset;

    void restore(CompactedTopic topic, int atMost) {
      List<CompactedTopic.At> some = topic.since(offset).stream().limit(atMost).toList();
      PackUnpacker unpacker = new PackUnpacker(rows, new RowRestorer(rows));
      some.forEach(record -> unpacker.take(record.key(), record.value()));
      offset = some.isEmpty() ? offset : some.get(some.size() - 1).offset() + 1;
    }
  }

  /** One task on one disk at a time, another disk that follows, and what must come of it. */
  private static final class World {
    private final Beginning beginning;
    private final Random random;
    private long now;
    private CompactedTopic topic = new CompactedTopic(() -> now);
    private final TreeMap<String, byte[]> model = new TreeMap<>();
    private Map<String, byte[]> committed = new TreeMap<>();
    private Disk disk = new Disk();
    private Disk copy = new Disk();
    private RowPacker packer;
    private int passes;
    private int lost;
    private int deleted;
    private int later;
    private int damages;
    private int strange;

    World(long seed, Beginning beginning) {
      this.beginning = beginning;
      random = new Random(seed);
      if (beginning == Beginning.OF_AN_OLDER_PROGRAM) {
        olderProgram();
      }
      open();
    }

    private void open() {
      packer = new RowPacker(disk.rows, topic, SMALL);
    }

    private List<Row> change(int most) {
      List<Row> changes = new ArrayList<>();
      for (int left = 1 + random.nextInt(most); left > 0; left--) {
        byte[] key = {1, (byte) random.nextInt(40)};
        byte[] value = random.nextInt(3) == 0 ? null : new byte[random.nextInt(400) / 4];
        if (value != null) {
          value = random.nextInt(30) == 0 ? new byte[500] : value;
          random.nextBytes(value);
          model.put(name(key), value);
        } else {
          model.remove(name(key));
        }
        changes.removeIf(row -> Arrays.equals(row.key(), key));
        changes.add(new Row(key, value));
      }
      return changes;
    }

    void step() {
      now += CLOCK;
      switch (random.nextInt(14)) {
        case 0 -> kill();
        case 1 -> disk.offset = topic.offset(); // an orderly stop and a start on the same disk
        case 2 -> changeOver();
        case 3 -> {
          copy.restore(topic, 1 + random.nextInt(30));
          copy.offset = Math.max(0, copy.offset - random.nextInt(9)); // the rows are ahead of it
        }
        case 4, 5 -> topic.compact(random, random.nextDouble());
        case 6 -> {
          if (random.nextInt(6) == 0) {
            rebuild();
          } else if (random.nextInt(6) == 0) {
            madeAnew();
          } else if (random.nextInt(6) == 0) {
            laterProgram();
          } else if (random.nextInt(6) == 0) {
            damaged();
          } else if (random.nextInt(4) == 0) {
            stranger();
          }
        }
        default -> transaction();
      }
      open();
      isRestored();
    }

    private void transaction() {
      for (int left = random.nextInt(8); left > 0; left--) {
        if (random.nextInt(5) == 0) {
          packer.write(told(9));
        }
        packer.checkpoint(told(9));
        boolean passing = PackInventory.of(disk.rows).pass() != null;
        commit();
        passes += passing ? 1 : 0;
      }
    }

    /** The packer is told how much they make the rows grow, if that is known. */
    private List<Row> told(int most) {
      long before = bytes();
      List<Row> changes = change(most);
      packer.grown(random.nextInt(8) == 0 ? null : (Long) (bytes() - before));
      return changes;
    }

    private long bytes() {
      return model.values().stream().mapToLong(value -> 2 + value.length).sum();
    }

    private void commit() {
      var _ = topic.commit();
      committed = new TreeMap<>(model);
      disk.offset = topic.offset();
    }

    /** Within a transaction: it is aborted, and the disk is of no use. */
    private void kill() {
      packer.checkpoint(change(9));
      topic.abort();
      model.clear();
      model.putAll(committed);
      disk = new Disk();
      disk.restore(topic, Integer.MAX_VALUE);
    }

    /** The other disk goes on, and this one is the copy from now on. */
    private void changeOver() {
      copy.restore(topic, Integer.MAX_VALUE);
      boolean mayLack = beginning == Beginning.OF_AN_OLDER_PROGRAM || deleted > 0;
      if (mayLack && BasePack.lacking(copy.rows) != null) {
        copy = restored(); // its single rows have come again, or it was of another changelog
      }
      Disk before = disk;
      disk = copy;
      copy = before;
    }

    /** The changelog is deleted and recreated, with the disk lost. The copy is of the old one. */
    private void madeAnew() {
      deleted++;
      topic = new CompactedTopic(() -> now);
      disk = new Disk();
      open();
      rebuild();
      if (copy.offset > topic.offset()) {
        copy = new Disk(); // Kafka Streams does so with an offset that is not there
      }
    }

    /** It writes packs that this one cannot read, and that tell nothing of themselves. */
    private void laterProgram() {
      later++;
      PackInventory known = PackInventory.of(disk.rows);
      long next = known == null ? topic.freshNumber() : known.next();
      for (int left = 1 + random.nextInt(9); left > 0; left--, next++) {
        topic.send(RowPack.key(next), random.nextBoolean() ? new byte[] {99} : malformed());
      }
      var _ = topic.commit();
      disk = random.nextBoolean() ? new Disk() : disk;
      disk.restore(topic, Integer.MAX_VALUE);
      assertThat(BasePack.lacking(disk.rows)).contains("cannot be read");
      open();
      rebuild();
    }

    /** A pack that tells of itself what cannot be. */
    private byte[] malformed() {
      byte[] row = PackInventory.none(CLOCK, false).written(7).row().value();
      byte[] cut = random.nextBoolean() ? Arrays.copyOf(row, row.length - 2) : row;
      return new RowPack(0, List.of(new Row(new byte[] {5}, cut))).encode();
    }

    /** The row that tells of the packs is damaged, on a disk where its task goes on. */
    private void damaged() {
      damages++;
      disk.rows.put(new byte[] {5}, new byte[] {-1});
      disk.restore(topic, Integer.MAX_VALUE);
      assertThat(BasePack.lacking(disk.rows)).contains("cannot be read");
      open();
      rebuild();
    }

    /** Somebody writes what has the key of a pack, but a number that none can have. */
    private void stranger() {
      strange++;
      long[] numbers = {Long.MIN_VALUE, -1, RowPack.NUMBERS, Long.MAX_VALUE - 1, Long.MAX_VALUE};
      long number = numbers[random.nextInt(numbers.length)];
      byte[] pack = new RowPack(RowPack.NOTHING, List.of(new Row(new byte[] {1}, null))).encode();
      topic.send(RowPack.key(number), random.nextBoolean() ? pack : new byte[] {1, 2, 3});
      var _ = topic.commit();
      disk.restore(topic, Integer.MAX_VALUE);
      if (number > 0) {
        assertThat(BasePack.lacking(disk.rows)).contains("cannot be read");
        open();
        rebuild();
      }
    }

    /** Somebody writes what no program can read, with a number far ahead of all packs. */
    private void strangerFarAhead() {
      PackInventory known = PackInventory.of(disk.rows);
      long last = known == null ? topic.freshNumber() : known.next();
      topic.send(RowPack.key(last + 1 + random.nextLong(RowPack.NUMBERS >> 8)), new byte[] {99});
      var _ = topic.commit();
      disk.restore(topic, Integer.MAX_VALUE);
      assertThat(BasePack.lacking(disk.rows)).contains("cannot be read");
      open();
      rebuild();
    }

    private void rebuild() {
      lost++;
      packer.beginAnew();
      model.keySet().removeIf(_ -> random.nextInt(3) == 0); // they should not have been there
      List<Row> rows = new ArrayList<>();
      model.forEach((key, value) -> rows.add(new Row(key(key), value)));
      packer.checkpoint(rows);
      packer.madeAnew();
      do {
        packer.checkpoint(change(3));
        commit();
        if (packer.isCopying()) {
          assertThat(BasePack.lacking(restored().rows)).contains("missing");
        }
        if (random.nextInt(4) == 0) {
          topic.compact(random, random.nextDouble());
        }
      } while (packer.isCopying());
    }

    /** It knows no packs. It makes all rows anew, and writes each as a record of its own. */
    void olderProgram() {
      for (Row row : disk.rows.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE)) {
        topic.send(row.key(), null);
      }
      disk.rows = new TreeRows();
      for (int left = 60; left > 0; left--) {
        change(5);
      }
      model.forEach((key, value) -> disk.rows.put(key(key), value));
      disk.rows.put(new byte[] {3}, new byte[] {7});
      model.put(name(new byte[] {3}), new byte[] {7});
      model.forEach((key, value) -> topic.send(key(key), value));
      commit();
    }

    private Disk restored() {
      Disk fresh = new Disk();
      do {
        fresh.restore(topic, 1 + random.nextInt(20));
      } while (!topic.since(fresh.offset).isEmpty());
      return fresh;
    }

    void isRestored() {
      Disk fresh = restored();
      assertThat(BasePack.lacking(fresh.rows)).isNull();
      assertThat(of(fresh.rows)).isEqualTo(of(committed));
      assertThat(of(disk.rows)).isEqualTo(of(committed));
      assertThat(BasePack.lacking(disk.rows)).isNull();
      PackInventory packs = PackInventory.of(disk.rows);
      if (packs != null) {
        assertThat(PackInventory.of(fresh.rows).row().value()).isEqualTo(packs.row().value());
        assertThat(packs.singles() || topic.live().stream().allMatch(RowPack::isKey))
            .as("single rows are gone")
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whateverHappensTheRowsThatAreRestoredAreThoseThatWereCommitted(Beginning beginning) {
    int passes = 0;
    int lost = 0;
    int deleted = 0;
    int later = 0;
    int damages = 0;
    int strange = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      World world = new World(seed, beginning);
      for (int step = 0; step < STEPS; step++) {
        world.step();
      }
      passes += world.passes;
      lost += world.lost;
      deleted += world.deleted;
      later += world.later;
      damages += world.damages;
      strange += world.strange;
    }
    assertThat(passes).as("checkpoints within a pass").isGreaterThan(10 * SEEDS);
    assertThat(lost).as("rebuilds").isGreaterThan(SEEDS / 2);
    assertThat(deleted).as("changelogs that are made anew").isGreaterThan(SEEDS / 2);
    assertThat(later).as("packs of a later program").isGreaterThan(SEEDS / 2);
    assertThat(damages).as("damaged rows of packs").isGreaterThan(SEEDS / 4);
    assertThat(strange).as("records of a stranger").isGreaterThan(SEEDS / 4);
  }

  @Test
  void packsOfALaterProgramAreDeletedWithThoseBeforeThem() {
    World world = new World(2, Beginning.EMPTY);
    for (int some = 0; some < 10; some++) {
      world.transaction();
    }
    world.laterProgram();
    long behind = PackInventory.of(world.disk.rows).whole();
    for (int more = 0; more < 100; more++) {
      world.transaction();
    }
    assertThat(world.topic.live()).allMatch(key -> RowPack.number(key) >= behind);
  }

  @Test
  void aStrangersNumberFarAheadCostsOneRebuild() {
    World world = new World(1, Beginning.EMPTY);
    Set<String> written = new HashSet<>();
    int deleted = 0;
    for (int turn = 0; turn < 20; turn++) {
      world.strangerFarAhead();
      for (int step = 0; step < 9; step++) {
        long since = world.topic.offset();
        world.transaction();
        world.isRestored();
        for (CompactedTopic.At record : world.topic.since(0)) {
          if (record.value() != null) {
            written.add(name(record.key()));
          } else if (record.offset() >= since && RowPack.isKey(record.key())) {
            deleted++;
            assertThat(written).as("only what was there is deleted").contains(name(record.key()));
          }
        }
      }
    }
    assertThat(deleted).isGreaterThan(100);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anOlderProgramBeginsAnewAndALaterOneDoesSoToo(long seed) {
    World world = new World(seed, Beginning.EMPTY);
    for (int turn = 0; turn < 20; turn++) {
      for (int step = 0; step < 20; step++) {
        world.step();
      }
      Disk unsure = world.restored();
      unsure.rows.put(new byte[] {5}, new byte[] {-1});
      world.olderProgram();
      unsure.restore(world.topic, Integer.MAX_VALUE);
      assertThat(BasePack.lacking(unsure.rows)).isNotNull();
      world.disk = world.restored();
      assertThat(BasePack.lacking(world.disk.rows)).contains("rebuilt");
      world.copy = new Disk();
      world.open();
      world.rebuild();
      world.isRestored();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theChangelogHasAFewTimesTheBytesOfTheRows(Beginning beginning) {
    holdsAFewTimesTheBytes(beginning, false);
    holdsAFewTimesTheBytes(beginning, true);
  }

  private static void holdsAFewTimesTheBytes(Beginning beginning, boolean told) {
    Random random = new Random(5);
    CompactedTopic topic = new CompactedTopic(() -> 0);
    TreeRows rows = new TreeRows();
    if (beginning == Beginning.OF_AN_OLDER_PROGRAM) {
      for (int row = 0; row < 2_000; row++) {
        topic.send(key(row), new byte[100]);
        rows.put(key(row), new byte[100]);
      }
      var _ = topic.commit();
    }
    PackSizes sizes = new PackSizes(8 << 10, 32 << 10, 4 << 10, 64 << 10, 16, 1_000);
    RowPacker packer = new RowPacker(rows, topic, sizes);
    double most = 0;
    int records = 0;
    for (int checkpoint = 0; checkpoint < 2_000; checkpoint++) {
      List<Row> changes = new ArrayList<>();
      long grown = 0;
      for (int change = 0; change < 50; change++) {
        Row row = new Row(key(random.nextInt(2_000)), new byte[100 + change]);
        if (changes.stream().noneMatch(one -> Arrays.equals(one.key(), row.key()))) {
          byte[] was = rows.get(row.key());
          grown += row.value().length - (was == null ? -row.key().length : was.length);
          changes.add(row);
        }
      }
      packer.grown(told ? (Long) grown : null);
      packer.checkpoint(changes);
      records += topic.commit();
      topic.compact(random, 1);
      most = Math.max(most, (double) (topic.liveBytes() - sizes.floor()) / rows.bytes());
    }
    assertThat(most).isBetween(2.0, 3.6);
    assertThat(records).as("of 100 000 changes").isLessThan(14_000);
    assertThat(topic.since(0)).as("single rows").allMatch(record -> RowPack.isKey(record.key()));
  }

  @Test
  void rowsThatOnlyComeArePackedOnceIfThePackerIsToldSo() {
    assertThat(packed(true)).isBetween(1.0, 1.4);
    assertThat(packed(false)).isGreaterThan(1.8);
  }

  /** Bytes of packs for each byte of new rows. */
  private static double packed(boolean told) {
    CompactedTopic topic = new CompactedTopic(() -> 0);
    TreeRows rows = new TreeRows();
    PackSizes sizes = new PackSizes(8 << 10, 32 << 10, 4 << 10, 64 << 10, 16, 1_000);
    RowPacker packer = new RowPacker(rows, topic, sizes);
    for (int checkpoint = 0; checkpoint < 500; checkpoint++) {
      List<Row> changes = new ArrayList<>();
      for (int row = checkpoint * 50; row < (checkpoint + 1) * 50; row++) {
        changes.add(new Row(key(row), new byte[100]));
      }
      long grown = 50L * (key(0).length + 100);
      packer.grown(told ? (Long) grown : null);
      packer.checkpoint(changes);
      var _ = topic.commit();
    }
    long sent =
        topic.since(0).stream()
            .filter(record -> record.value() != null)
            .mapToLong(record -> record.value().length)
            .sum();
    return (double) sent / rows.bytes();
  }

  private static byte[] key(int row) {
    return new byte[] {1, (byte) (row >> 8), (byte) row};
  }

  private static String name(byte[] key) {
    return HexFormat.of().formatHex(key);
  }

  private static byte[] key(String name) {
    return HexFormat.of().parseHex(name);
  }

  /** Without what the packs have added. */
  private static Map<String, String> of(TreeRows rows) {
    TreeMap<String, String> named = new TreeMap<>();
    for (Row row : rows.page(new KeySpan(new byte[0], new byte[] {5}), Integer.MAX_VALUE)) {
      named.put(name(row.key()), name(row.value()));
    }
    return named;
  }

  private static Map<String, String> of(Map<String, byte[]> rows) {
    TreeMap<String, String> named = new TreeMap<>();
    rows.forEach((key, value) -> named.put(key, name(value)));
    return named;
  }
}
