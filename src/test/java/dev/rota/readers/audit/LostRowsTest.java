package dev.rota.readers.audit;

import static dev.rota.readers.audit.KeptCheckpointsTest.AUDITOR;
import static dev.rota.readers.audit.KeptCheckpointsTest.keep;
import static dev.rota.readers.audit.KeptCheckpointsTest.kept;
import static dev.rota.readers.audit.KeptCheckpointsTest.rows;
import static dev.rota.readers.audit.KeptCheckpointsTest.trusted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.TreeRows;
import dev.rota.registry.MockRegistry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.kept.FoundCheckpoint;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.stream.LostRows;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.WireFormat;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine's rows are lost, and the ledger's first turns are trimmed. */
final class LostRowsTest {
  private static final String TOPIC = "cores-checkpoints";
  private static final String LEDGER = "cores-ledger";
  private static final CoresDomain CORES = new CoresDomain();

  @AfterEach
  void close() {
    MockRegistry.drop(KeptCheckpointsTest.SCOPE);
  }

  /** The last trim leaves lanes without a turn: all are idle since the checkpoint. */
  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void theyAreThoseBeforeTheLoss(Domain domain) throws Exception {
    Forger forger = KeptCheckpointsTest.forged(domain);
    World world = forger.world();
    keep(domain, world, null);
    for (int partition : List.of(0, 1)) {
      List<FoundCheckpoint> all = kept(domain, world, partition);
      long turns = forger.store(partition).end().turns();
      TreeRows live = forger.rows(partition);
      assertThat(differing(rebuilt(domain, world, partition, turns), live)).isEmpty();
      for (FoundCheckpoint one : all) {
        world.trim(RequiredTopics.ledger(domain.name()), partition, one.kept().offset());
        long newest = turns - all.get(all.size() - 1).kept().turns();
        assertThat(differing(rebuilt(domain, world, partition, newest), live))
            .as("trimmed before page %d", one.kept().page())
            .isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void turnsBehindTheCheckpointAreDecidedAgain(Domain domain) throws Exception {
    Forger forger = KeptCheckpointsTest.forged(domain);
    World world = forger.world();
    keep(domain, world, null);
    FoundCheckpoint first = kept(domain, world, 0).get(0);
    world
        .on(RequiredTopics.checkpoints(domain.name()), 0)
        .removeIf(record -> record.offset() > first.offset());
    world.trim(RequiredTopics.ledger(domain.name()), 0, first.kept().offset());

    long after = behind(forger, first);
    assertThat(after).isPositive();
    assertThat(differing(rebuilt(domain, world, 0, after), forger.rows(0))).isEmpty();
  }

  @Test
  void rowsThatAreOlderThanTheTrimAreRebuiltToo() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES);
    World world = forger.world();
    keep(CORES, world, null);
    List<FoundCheckpoint> all = kept(CORES, world, 0);
    TreeRows old = rows(world, all.get(0));
    new LaneStore(CORES, old)
        .save(
            new PageEnd(
                all.get(0).kept().page(), all.get(0).kept().turns(), all.get(0).kept().pageSeal()));
    world.trim(LEDGER, 0, all.get(1).kept().offset());

    LostRows.open(CORES, world, CheckpointChoice.BEGINNING, 0, old);
    assertThat(differing(old, forger.rows(0))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.rota.readers.audit.KeptCheckpointsTest#forgeries")
  void aForgedCheckpointIsRefused(String name, String words, KeptCheckpointsTest.Forgery forgery)
      throws Exception {
    World world = KeptCheckpointsTest.forged(CORES).world();
    keep(CORES, world, null);
    List<FoundCheckpoint> all = kept(CORES, world, 0);
    world.on(TOPIC, 0).removeIf(record -> record.offset() > all.get(0).offset());
    world.trim(LEDGER, 0, 1);
    forgery.at(world, all);

    refuses(world, "No kept checkpoint replaces what is missing", words);
  }

  @Test
  void anOlderOneStandsInForOneThatDoesNotHold() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES);
    World world = forger.world();
    keep(CORES, world, null);
    List<FoundCheckpoint> all = kept(CORES, world, 0);
    long lastPiece = all.get(0).offset() - 1; // ends come behind all pieces
    world.on(TOPIC, 0).removeIf(record -> record.offset() == lastPiece);
    world.trim(LEDGER, 0, all.get(0).kept().offset());

    long again = behind(forger, all.get(all.size() - 2));
    assertThat(differing(rebuilt(CORES, world, 0, again), forger.rows(0))).isEmpty();
  }

  /** Sealed anew: the page of the checkpoint says nothing of that lane. */
  @Test
  void anotherStateOfAnIdleLaneIsFoundByItsRetainedTurnsOrByItsNextOne() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES, 2);
    World world = forger.world();
    keep(CORES, world, null);
    List<FoundCheckpoint> all = kept(CORES, world, 0);
    FoundCheckpoint late = withAnIdleLane(world);
    world.on(TOPIC, 0).removeIf(record -> record.offset() > late.offset());
    world.trim(LEDGER, 0, all.get(0).kept().offset());
    forge(world, late.kept(), mixed(world, all.get(0), late));
    assertThat(differing(rebuilt(CORES, world, 0, behind(forger, late)), forger.rows(0)))
        .as("the honest one of that page")
        .isEmpty();

    world.on(TOPIC, 0).removeIf(record -> record.offset() <= late.offset());
    refuses(world, "that of page " + late.kept().page() + ": its rows of lane", "are not those of");

    world.trim(LEDGER, 0, late.kept().offset());
    refuses(world, "the ledger does not continue from page " + late.kept().page(), "turn");
  }

  /** The number of the last turn is right, the rows are those of an earlier one. */
  @Test
  void anotherStateOfTheSameTurnIsFoundByTheRetainedPages() throws Exception {
    World world = KeptCheckpointsTest.forged(CORES, 2).world();
    keep(CORES, world, null);
    FoundCheckpoint early = kept(CORES, world, 0).get(0);
    FoundCheckpoint late = withAnIdleLane(world);
    String idle = idle(world, late).orElseThrow();
    long number = new LaneStore(CORES, rows(world, late)).lastTurn(idle);
    TreeRows rows = mixed(world, early, late);
    renumber(rows, idle, number);
    world.trim(LEDGER, 0, early.kept().offset());
    world.on(TOPIC, 0).clear();
    forge(world, late.kept(), rows);

    refuses(world, "its rows of lane %s are not those of turn %d".formatted(idle, number));
  }

  /** The lane's cursor begins with the number of its last turn. */
  private static void renumber(TreeRows rows, String lane, long number) {
    byte[] key = new FieldWriter().raw(new byte[] {0}).sortedText(lane).toBytes();
    byte[] cursor = rows.get(key);
    long before = new FieldReader(cursor).number();
    int length = new FieldWriter().number(before).toBytes().length;
    byte[] rest = Arrays.copyOfRange(cursor, length, cursor.length);
    rows.put(key, new FieldWriter().number(-number).raw(rest).toBytes());
    assertThat(new LaneStore(CORES, rows).lastTurn(lane)).isEqualTo(number);
  }

  private static FoundCheckpoint withAnIdleLane(World world) {
    List<FoundCheckpoint> all = kept(CORES, world, 0);
    return all.subList(1, all.size() - 1).stream()
        .filter(one -> idle(world, one).isPresent())
        .findFirst()
        .orElseThrow();
  }

  /** The only checkpoint of partition 0 has an older state of a lane, sealed anew. */
  static void forgeAnIdleLane(World world) {
    FoundCheckpoint late = withAnIdleLane(world);
    TreeRows rows = mixed(world, kept(CORES, world, 0).get(0), late);
    world.on(TOPIC, 0).clear();
    forge(world, late.kept(), rows);
  }

  private static void refuses(World world, String... words) {
    assertThatThrownBy(() -> open(world, CheckpointChoice.BEGINNING))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll(words);
  }

  /** Keeps these rows at the end of that page, too. */
  private static void forge(World world, KeptCheckpointEnd page, TreeRows rows) {
    CheckpointKeeping keeping = KeptCheckpointsTest.keeping(world, TOPIC, null);
    long turns = new LaneStore(CORES, rows).due().turns();
    keeping.end(KeptCheckpointsTest.turns(page, turns).of(keeping.rows(0, rows)), true);
  }

  private static long behind(Forger forger, FoundCheckpoint kept) {
    return forger.store(0).end().turns() - kept.kept().turns();
  }

  @Test
  void withoutOneOfARetainedPageNothingIsDecided() throws Exception {
    World world = KeptCheckpointsTest.forged(CORES).world();
    world.trim(LEDGER, 0, 1);
    refuses(
        world,
        "the rows of cores, partition 0 are lost",
        "cannot be rebuilt",
        "cores-checkpoints/0 has no valid one of a retained page",
        "rota audit cores",
        "restore the ledger, cores-checkpoints or the topic of the rows");
  }

  /** Kafka does not tell him whether there is such a topic. */
  @Test
  void whoMayNotReadThemIsNotToldThatThereAreNone() throws Exception {
    World world = KeptCheckpointsTest.forged(CORES).world();
    world.trim(LEDGER, 0, 1);
    assertThatThrownBy(
            () ->
                LostRows.open(
                    CORES, new Hidden(world), CheckpointChoice.BEGINNING, 0, new TreeRows()))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("cores-checkpoints/0 may not be read: Not authorized")
        .hasMessageNotContaining("has no valid one");
  }

  private record Hidden(TopicLogs logs) implements TopicLogs {
    @Override
    public TopicLayout layout() {
      return logs.layout();
    }

    @Override
    public Log open(TopicPartition partition) {
      return logs.open(partition);
    }

    @Override
    public String id(String topic) {
      throw new TopicAuthorizationException(Set.of(topic));
    }

    @Override
    public Map<TopicPartition, Long> committed(String group) {
      return logs.committed(group);
    }

    @Override
    public void close() {
      logs.close();
    }
  }

  @Test
  void aBrokerThatIsSilentHasForgedNothing() throws Exception {
    World world = KeptCheckpointsTest.forged(CORES).world();
    keep(CORES, world, null);
    world.trim(LEDGER, 0, kept(CORES, world, 0).get(0).kept().offset());

    SilentLogs silent = new SilentLogs(world, TOPIC, () -> 0);
    assertThatThrownBy(
            () -> LostRows.open(CORES, silent, CheckpointChoice.BEGINNING, 0, new TreeRows()))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("the broker sends nothing of " + TOPIC);
  }

  @Test
  void oneThatIsOlderThanTheTrimIsNotLookedAt() throws Exception {
    World world = KeptCheckpointsTest.forged(CORES).world();
    keep(CORES, world, null);
    List<FoundCheckpoint> all = kept(CORES, world, 0);
    world.on(TOPIC, 0).removeIf(record -> record.offset() > all.get(0).offset());
    world.trim(LEDGER, 0, all.get(0).kept().offset() + 1);
    refuses(world, "cores-checkpoints/0 has no valid one of a retained page");
  }

  @Test
  void whoseWordCountsIsAsked() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES);
    World world = forger.world();
    keep(CORES, world, AUDITOR);
    world.trim(LEDGER, 0, kept(CORES, world, 0).get(0).kept().offset());
    TreeRows rows = new TreeRows();
    LostRows.open(CORES, world, trusted(AUDITOR), 0, rows);
    assertThat(differing(rows, forger.rows(0))).isEmpty();

    SigningKey other = SigningKey.random("auditor.example/a2", KeyKind.WITNESS);
    assertThatThrownBy(() -> open(world, trusted(other)))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("has no valid one of a retained page");
  }

  /** The rows of the later one, but of a lane that is not in its page: those are of the earlier. */
  private static TreeRows mixed(World world, FoundCheckpoint early, FoundCheckpoint late) {
    TreeRows mixed = rows(world, late);
    TreeRows old = rows(world, early);
    String idle = idle(world, late).orElseThrow();
    TreeRows left = new TreeRows();
    var newer = new LaneStore(CORES, mixed);
    newer.lanes().stream()
        .filter(lane -> !lane.equals(idle))
        .forEach(lane -> newer.copyRows(lane, left));
    new LaneStore(CORES, old).copyRows(idle, left);
    return left;
  }

  /** A lane without a turn in the checkpoint's page. */
  private static Optional<String> idle(World world, FoundCheckpoint at) {
    Set<String> touched =
        world.on(LEDGER, 0).stream()
            .filter(record -> record.offset() == at.kept().offset())
            .flatMap(record -> page(record).turns().stream())
            .map(TurnEntry::lane)
            .collect(Collectors.toSet());
    return new LaneStore(CORES, rows(world, at))
        .lanes().stream().filter(lane -> !touched.contains(lane)).findFirst();
  }

  private static TurnPage page(ConsumerRecord<byte[], byte[]> record) {
    try {
      return new PageWire().decode(WireFormat.payload(record));
    } catch (PageWire.BadPage e) {
      throw new AssertionError(e);
    }
  }

  private static void open(World world, CheckpointChoice since) {
    LostRows.open(CORES, world, since, 0, new TreeRows());
  }

  private static TreeRows rebuilt(Domain domain, World world, int partition, long turns) {
    TreeRows rows = new TreeRows();
    assertThat(LostRows.open(domain, world, CheckpointChoice.BEGINNING, partition, rows))
        .isEqualTo(turns);
    return rows;
  }

  /** The rows that only one of them has, in hexadecimal. */
  private static Set<String> differing(TreeRows some, TreeRows others) {
    Set<String> differing = told(some);
    Set<String> more = told(others);
    more.removeIf(differing::remove);
    differing.addAll(more);
    return differing;
  }

  private static Set<String> told(TreeRows rows) {
    HexFormat hex = HexFormat.of();
    return rows.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE).stream()
        .map(row -> hex.formatHex(row.key()) + "=" + hex.formatHex(row.value()))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
