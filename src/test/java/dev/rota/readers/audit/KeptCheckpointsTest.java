package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.VerifierKey;
import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.HistoryQuestion;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.ThingHistory;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.EncodedValue;
import dev.rota.registry.MockRegistry;
import dev.rota.road.kept.AuditStart;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointFinder;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.kept.CheckpointLog;
import dev.rota.road.kept.CheckpointMark;
import dev.rota.road.kept.CheckpointWire;
import dev.rota.road.kept.FoundCheckpoint;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Audits keep checkpoints, begin with them, and find those that somebody has forged. */
final class KeptCheckpointsTest {
  static final String SCOPE = "kept-checkpoints";
  static final int PARTITIONS = 2;
  private static final int EVENTS = 120;
  private static final int EVERY_TURNS = 60;
  private static final int THREADS = 8;
  private static final long DAY = 86_400_000L;
  private static final long NOW = Long.MAX_VALUE;
  private static final CoresDomain CORES = new CoresDomain();
  private static final String TOPIC = "cores-checkpoints";
  private static final String FORMER = "cluster-1";
  private static final String LEDGER = "cores-ledger";
  private static final String FORGED = "a kept checkpoint is damaged or forged";
  static final SigningKey AUDITOR = SigningKey.random("auditor.example/a1", KeyKind.WITNESS);

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void anAuditThatBeginsWithACheckpointSeesTheSameEnd(Domain domain) throws Exception {
    World world = world(domain);
    AuditReport whole = audit(domain, world, CheckpointChoice.BEGINNING, null);
    AuditReport keeping = keep(domain, world, null);
    assertThat(keeping.total(AuditCount.KEPT)).isGreaterThan(2 * PARTITIONS);

    AuditReport again = audit(domain, world, CheckpointChoice.BEGINNING, null);
    AuditReport short1 =
        audit(domain, world, new CheckpointChoice(middle(domain, world), null), null);
    AuditReport end = audit(domain, world, new CheckpointChoice(NOW, null), null);

    assertThat(List.of(keeping, again, short1, end))
        .allSatisfy(report -> assertThat(report.findings()).isEmpty())
        .allSatisfy(report -> assertThat(report.unproved()).isEmpty())
        .allSatisfy(report -> assertThat(report.proved()).isTrue())
        .allSatisfy(report -> assertThat(report.digest()).isEqualTo(whole.digest()))
        .allSatisfy(report -> assertThat(report.ends().keySet()).isEqualTo(whole.ends().keySet()));
    assertThat(again.begun()).isEmpty();
    assertThat(again.turns()).isEqualTo(whole.turns());
    assertThat(again.outputs()).isEqualTo(whole.outputs());
    assertThat(again.inputs()).isEqualTo(whole.inputs());
    assertThat(short1.begun()).hasSize(PARTITIONS);
    assertThat(short1.turns()).isBetween(1L, whole.turns() - 1);
    assertThat(end.turns()).isZero();
    assertThat(end.begun().stream().mapToLong(AuditStart::turns).sum()).isEqualTo(whole.turns());
  }

  /** Auditors of all releases hold them to the same bytes, whatever an engine keeps on its disk. */
  @Test
  void aCheckpointHasTheCursorsThatEveryReleaseGives() throws Exception {
    World world = world(CORES);
    keep(CORES, world, AUDITOR);
    List<Row> cursors =
        rows(world, kept(CORES, world, 0).get(1))
            .page(KeySpan.startingWith(new byte[] {0}), Integer.MAX_VALUE);
    assertThat(cursors).isNotEmpty();
    for (Row cursor : cursors) {
      FieldReader fields = new FieldReader(cursor.value());
      assertThat(fields.number()).as("turns, of rows that are not those of 0.1").isNegative();
      for (int more = 0; more < 5; more++) {
        var _ = fields.number();
      }
      assertThat(fields.hasMore()).as("more than six numbers").isFalse();
    }
  }

  /** As after a restore. Of which history it is, the seal of its page says. */
  @Test
  void aCheckpointHoldsForTheSameLedgerOnAnotherCluster() throws Exception {
    World world = world(CORES);
    keep(CORES, world, AUDITOR);
    KeptCheckpointEnd second = kept(CORES, world, 0).get(1).kept();
    world.trim(LEDGER, 0, second.offset());
    world.move("cluster-2");

    AuditReport report = audit(CORES, world, CheckpointChoice.BEGINNING, null);
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.begun())
        .singleElement()
        .satisfies(one -> isOf(one, second, false))
        .satisfies(
            one ->
                assertThat(one.word().toString()).endsWith("kept on another cluster, " + FORMER));
  }

  /** One key may sign for several clusters: a copy of another one's ledger is not this one's. */
  @Test
  void aSignatureForAnotherClusterCountsOnlyIfThatClusterIsNamed() throws Exception {
    World world = world(CORES);
    keep(CORES, world, AUDITOR);
    KeptCheckpointEnd second = kept(CORES, world, 0).get(1).kept();
    world.trim(LEDGER, 0, second.offset());
    world.move("cluster-2");

    for (CheckpointChoice since :
        List.of(trusted(AUDITOR), trusted(AUDITOR).alsoOf(List.of("cluster-3")))) {
      AuditReport strange = audit(CORES, world, since, null);
      assertThat(strange.differences()).isZero();
      assertThat(strange.proved()).isFalse();
      assertThat(strange.warnings())
          .anySatisfy(what -> assertThat(what).contains(FORMER, "'checkpoint.clusters'"));
    }
    AuditReport named =
        audit(CORES, world, trusted(AUDITOR).alsoOf(List.of("cluster-3", FORMER)), null);
    assertThat(named.proved()).isTrue();
    assertThat(named.begun())
        .singleElement()
        .satisfies(one -> isOf(one, second, true))
        .satisfies(one -> assertThat(one.word().cluster()).isEqualTo(FORMER));

    CheckpointChoice anybody = new CheckpointChoice(null, List.of(AUDITOR.verifier()), true);
    assertThat(audit(CORES, world, anybody, null).begun())
        .singleElement()
        .satisfies(one -> isOf(one, second, false));
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void whereTheLedgersBeginningIsGoneItBeginsWithTheOldestThatIsLeft(Domain domain)
      throws Exception {
    World world = world(domain);
    keep(domain, world, AUDITOR);
    KeptCheckpointEnd second = kept(domain, world, 0).get(1).kept();
    world.trim(RequiredTopics.ledger(domain.name()), 0, second.offset());

    AuditReport report = audit(domain, world, CheckpointChoice.BEGINNING, null);
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.begun()).singleElement().satisfies(one -> isOf(one, second, false));

    AuditReport trusted = audit(domain, world, trusted(AUDITOR), null);
    assertThat(trusted.proved()).isTrue();
    assertThat(trusted.begun()).singleElement().satisfies(one -> isOf(one, second, true));

    SigningKey other = SigningKey.random("auditor.example/a2", KeyKind.WITNESS);
    AuditReport strange = audit(domain, world, trusted(other), null);
    assertThat(strange.differences()).isZero();
    assertThat(strange.proved()).isFalse();
    assertThat(strange.beginningGone()).isTrue();
  }

  private static void isOf(AuditStart begun, KeptCheckpointEnd kept, boolean verified) {
    assertThat(begun.page()).isEqualTo(kept.page());
    assertThat(begun.word().name()).isEqualTo("auditor.example/a1");
    assertThat(begun.word().verified()).isEqualTo(verified);
  }

  @Test
  void aHistoryIsToldFromACheckpointThatIsEarlyEnough() throws Exception {
    World world = world(CORES);
    Thing core = new Thing("core", "0");
    ThingHistory whole = why(world, core, null, EVENTS).answer().get(0);
    assertThat(whole.events()).hasSize((int) whole.count()).hasSizeGreaterThan(10);
    keep(CORES, world, null);

    var last = why(world, core, null, 1);
    assertThat(last.standing().after()).as("believed up to").isPositive();
    assertThat(last.standing().isProved()).isTrue();
    assertThat(last.answer().get(0).now()).isEqualTo(whole.now());
    assertThat(last.answer().get(0).events())
        .isEqualTo(whole.events().subList(whole.events().size() - 1, whole.events().size()));

    var half = why(world, core, null, (int) whole.count() / 2);
    assertThat(half.standing().after()).isBetween(1L, last.standing().after() - 1);
    assertThat(half.answer().get(0).events()).hasSize((int) whole.count() / 2);

    var all = why(world, core, null, (int) whole.count());
    assertThat(all.standing().after()).isZero();
    assertThat(all.answer()).containsExactly(whole);
    assertThat(why(world, core, new HistoryMoment.Turn(1), 1).standing().after()).isZero();
    assertThat(why(world, new Thing("core", "4711"), null, 1).standing().after())
        .as("where nothing names it, all turns are replayed")
        .isZero();
  }

  private static Told<List<ThingHistory>> why(
      World world, Thing thing, HistoryMoment since, int most) {
    return new LaneAnswers(
            CORES, world, CheckpointChoice.BEGINNING, Sealed.home("chain-", 0, PARTITIONS))
        .why(
            List.of(thing),
            new HistoryQuestion(
                Optional.ofNullable(since), Optional.empty(), HistoryMoment.END, most));
  }

  @Test
  void nothingIsKeptOfAHistoryThatDiffers() throws Exception {
    World world = world(CORES);
    world.on("cores-outcomes", 0).remove(5);

    AuditReport report = keep(CORES, world, AUDITOR);
    assertThat(report.differences()).isPositive();
    assertThat(report.total(AuditCount.KEPT)).isZero();
    assertThat(kept(CORES, world, 0)).isEmpty();
  }

  @Test
  void recordsBetweenTwoCheckpointsAreComparedOnce() throws Exception {
    for (String topic : List.of("cores-outcomes", "claims", "block-events", LEDGER)) {
      World world = world(CORES);
      keep(CORES, world, null);
      for (int place : List.of(0, world.on(topic, 0).size() / 2, world.on(topic, 0).size() - 1)) {
        ConsumerRecord<byte[], byte[]> gone = world.on(topic, 0).remove(place);
        assertThat(audit(CORES, world, CheckpointChoice.BEGINNING, null).proved())
            .as("%s without %s", topic, gone.offset())
            .isFalse();
        world.on(topic, 0).add(place, gone);
      }
      assertThat(audit(CORES, world, CheckpointChoice.BEGINNING, null).proved()).isTrue();
      MockRegistry.drop(SCOPE);
    }
  }

  /** What somebody does to the checkpoints of partition 0. */
  interface Forgery {
    void at(World world, List<FoundCheckpoint> kept);
  }

  private static void forgery(List<Arguments> all, String name, String words, Forgery forgery) {
    all.add(Arguments.of(name, words, forgery));
  }

  static List<Arguments> forgeries() {
    List<Arguments> all = new ArrayList<>();
    forgery(
        all,
        "a piece is missing",
        "is missing or was altered",
        (world, _) -> world.on(TOPIC, 0).remove(0));
    forgery(
        all,
        "a row of a piece is another",
        "is missing or was altered",
        (world, _) ->
            world.edit(
                TOPIC,
                0,
                0,
                one -> {
                  byte[] value = one.value().clone();
                  value[value.length - 2] ^= 1;
                  return Edited.value(one, value);
                }));
    forgery(
        all,
        "other rows, sealed anew",
        "sum to",
        (world, kept) -> again(world, kept.get(0).kept(), altered(world, kept.get(0)), null));
    forgery(
        all,
        "the rows of an earlier page, sealed anew",
        "are not those of turn",
        (world, kept) -> {
          KeptCheckpointEnd last = kept.get(kept.size() - 1).kept();
          again(world, turns(last, kept.get(0).kept().turns()), rows(world, kept.get(0)), null);
        });
    forgery(
        all,
        "another seal of the page",
        "the ledger has no page",
        (world, kept) -> {
          KeptCheckpointEnd one = kept.get(0).kept();
          byte[] seal = one.pageSeal().clone();
          seal[0] ^= 1;
          again(world, page(one, seal), rows(world, kept.get(0)), null);
        });
    forgery(
        all,
        "another number of the page",
        "the page of that seal is page",
        (world, kept) -> again(world, next(kept.get(0).kept()), rows(world, kept.get(0)), null));
    forgery(
        all,
        "its end says something else than is sealed",
        "its seal is not that of what it says",
        (world, _) -> {
          int end = end(world);
          world.edit(
              TOPIC,
              0,
              end,
              one -> {
                byte[] value = one.value().clone();
                value[value.length - 40] ^= 1; // within the last piece's digest
                return Edited.value(one, value);
              });
        });
    forgery(
        all,
        "of another partition",
        "it is of cores-ledger/1",
        (world, _) -> {
          world.on(TOPIC, 0).clear();
          for (ConsumerRecord<byte[], byte[]> one : List.copyOf(world.on(TOPIC, 1))) {
            world.append(TOPIC, 0, one.timestamp(), one.key(), one.value(), one.headers());
          }
          world.trim(LEDGER, 0, 1);
        });
    return all;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forgeries")
  void aForgedCheckpointIsFound(String name, String words, Forgery forgery) throws Exception {
    World world = world(CORES);
    keep(CORES, world, null);
    forgery.at(world, kept(CORES, world, 0));

    AuditReport report = audit(CORES, world, CheckpointChoice.BEGINNING, null);
    assertThat(report.proved()).isFalse();
    assertThat(report.findings())
        .anySatisfy(
            finding -> {
              assertThat(finding.what()).isEqualTo(FORGED);
              assertThat(finding.found()).contains(words);
            });
  }

  @Test
  void aSignatureOfAnotherKeyOrAnotherTextIsFound() throws Exception {
    SigningKey namesake = SigningKey.random(AUDITOR.verifier().name(), KeyKind.WITNESS);
    for (boolean copied : new boolean[] {false, true}) {
      World world = world(CORES);
      keep(CORES, world, copied ? AUDITOR : namesake);
      if (copied) {
        List<FoundCheckpoint> kept = kept(CORES, world, 0);
        String word = kept.get(1).kept().word();
        world.edit(
            TOPIC,
            0,
            end(world),
            one -> Edited.value(one, replaced(one.value(), kept.get(0).kept().word(), word)));
      }
      world.trim(LEDGER, 0, kept(CORES, world, 0).get(0).kept().offset());

      AuditReport report = audit(CORES, world, trusted(AUDITOR), null);
      assertThat(report.proved()).isFalse();
      assertThat(report.findings()).anySatisfy(one -> assertThat(one.what()).isEqualTo(FORGED));
      MockRegistry.drop(SCOPE);
    }
  }

  /** Whoever can write the topic could stop every audit with one. */
  @Test
  void aWordThatIsTooShortForATimeIsForged() throws Exception {
    World world = world(CORES);
    keep(CORES, world, AUDITOR);
    String word = kept(CORES, world, 0).get(0).kept().word();
    String dash = "\u2014 ";
    String end = " AAAAAAA=";
    int rest = word.getBytes(UTF_8).length - dash.getBytes(UTF_8).length - end.length();
    String cut = dash + "x".repeat(rest) + end;
    world.edit(TOPIC, 0, end(world), one -> Edited.value(one, replaced(one.value(), word, cut)));
    world.trim(LEDGER, 0, kept(CORES, world, 0).get(0).kept().offset());

    AuditReport report = audit(CORES, world, CheckpointChoice.BEGINNING, null);
    assertThat(report.findings()).anySatisfy(one -> assertThat(one.what()).isEqualTo(FORGED));
  }

  @Test
  void aCheckpointThatSkipsRecordsIsFoundByTheStretchBeforeIt() throws Exception {
    World world = world(CORES);
    keep(CORES, world, null);
    FoundCheckpoint first = kept(CORES, world, 0).get(0);
    TreeMap<String, Long> later = new TreeMap<>(first.kept().positions());
    later.merge("cores-outcomes", 3L, Long::sum);
    KeptCheckpointEnd skips = positions(first.kept(), later);
    again(world, skips, rows(world, first), null);

    assertThat(audit(CORES, world, CheckpointChoice.BEGINNING, null).differences()).isPositive();
  }

  @Test
  void aBrokerThatIsSilentInAStretchMakesNoDifference() throws Exception {
    World world = world(CORES);
    keep(CORES, world, null);
    AtomicLong from = new AtomicLong(Long.MAX_VALUE);
    SilentLogs logs = new SilentLogs(world, LEDGER, from::get);
    Witnesses witnesses =
        new Witnesses(World.GROUP, null, null, CheckpointChoice.BEGINNING, null, EVENTS);
    try (var audit = new DomainAudit(CORES, logs, witnesses)) {
      from.set(kept(CORES, world, 0).get(0).kept().offset());
      AuditReport report = audit.run(1);
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isFalse();
      assertThat(report.unproved()).isNotEmpty();
    }
  }

  @Test
  void ofRowsThatAreNotAllWrittenNoEndIsKept() throws Exception {
    World world = world(CORES);
    world.addTopic(TOPIC, PARTITIONS);
    CheckpointKeeping honest = keeping(world, TOPIC, AUDITOR);
    AtomicInteger written = new AtomicInteger();
    CheckpointKeeping.Sink losing =
        new CheckpointKeeping.Sink() {
          @Override
          public void write(int partition, byte[] payload) {
            if (written.getAndIncrement() > 0) {
              honest.to().write(partition, payload);
            }
          }

          @Override
          public void settle() {
            throw new TimeoutException("one is lost");
          }
        };
    CheckpointKeeping keeping =
        new CheckpointKeeping(
            losing, honest.turns(), honest.millis(), honest.key(), honest.seconds());

    assertThatThrownBy(() -> audit(CORES, world, CheckpointChoice.BEGINNING, keeping))
        .isInstanceOf(TimeoutException.class);
    assertThat(written.get()).isGreaterThan(PARTITIONS);
    assertThat(kept(CORES, world, 0)).isEmpty();
    assertThat(kept(CORES, world, 1)).isEmpty();
  }

  @Test
  void anotherCheckpointOfItsPageStandsForOneThatDoesNotHold() throws Exception {
    World world = world(CORES);
    keep(CORES, world, null);
    FoundCheckpoint first = kept(CORES, world, 0).get(0);
    again(world, turns(first.kept(), 1), rows(world, first), null); // says another number
    CheckpointKeeping keeping = keeping(world, TOPIC, null);
    Witnesses uncut =
        new Witnesses(World.GROUP, null, null, CheckpointChoice.BEGINNING, keeping, 1);
    assertThat(ForgedHistoriesTest.audit(CORES, world, uncut).total(AuditCount.KEPT)).isPositive();

    AuditReport report = audit(CORES, world, CheckpointChoice.BEGINNING, null);
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.warnings()).anySatisfy(one -> assertThat(one).contains("another is taken"));

    world.trim(LEDGER, 0, first.kept().offset());
    AuditReport behind = audit(CORES, world, CheckpointChoice.BEGINNING, null);
    assertThat(behind.findings()).isEmpty();
    assertThat(behind.begun().get(0).page()).isEqualTo(first.kept().page());
  }

  @Test
  void anotherCheckpointOfItsPageStandsForOneThatLacksRows() throws Exception {
    World world = world(CORES);
    keep(CORES, world, null);
    keep(CORES, world, null);
    world.on(TOPIC, 0).remove(0);
    AuditReport report = audit(CORES, world, CheckpointChoice.BEGINNING, null);
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
  }

  @Test
  void aKeySignsNothingThatFollowsFromNobodysWord() throws Exception {
    World world = world(CORES);
    keep(CORES, world, null);
    world.trim(LEDGER, 0, kept(CORES, world, 0).get(1).kept().offset());
    CheckpointKeeping signing = keeping(world, TOPIC, AUDITOR);

    AuditReport report = audit(CORES, world, CheckpointChoice.BEGINNING, signing);
    assertThat(report.proved()).isTrue();
    assertThat(report.total(AuditCount.KEPT)).isZero();
    assertThat(List.of(kept(CORES, world, 0), kept(CORES, world, 1)))
        .allSatisfy(all -> assertThat(all).allMatch(one -> one.kept().word() == null));
    assertThat(
            audit(CORES, world, CheckpointChoice.BEGINNING, keeping(world, TOPIC, null))
                .total(AuditCount.KEPT))
        .as("unsigned ones may follow")
        .isPositive();
  }

  /** Without a policy too: anybody's counts, and one's own is known. */
  @Test
  void aKeyGoesOnFromItsOwnWord() throws Exception {
    World world = world(CORES);
    keep(CORES, world, AUDITOR);
    world.trim(LEDGER, 0, kept(CORES, world, 0).get(1).kept().offset());
    CheckpointChoice since = new CheckpointChoice(null, List.of(AUDITOR.verifier()), true);

    AuditReport report = audit(CORES, world, since, keeping(world, TOPIC, AUDITOR));
    assertThat(report.begun()).allMatch(one -> one.word().verified());
    assertThat(report.total(AuditCount.KEPT)).isPositive();
  }

  /** Whoever goes on from a trusted word says so: it is not a replay of every turn. */
  @Test
  void aWordThatFollowsFromAnothersSaysSo() throws Exception {
    World world = world(CORES);
    keep(CORES, world, AUDITOR);
    world.trim(LEDGER, 0, kept(CORES, world, 0).get(1).kept().offset());
    SigningKey next = SigningKey.random("auditor.example/a2", KeyKind.WITNESS);

    AuditReport first = audit(CORES, world, trusted(AUDITOR), keeping(world, TOPIC, next));
    assertThat(first.begun()).allMatch(one -> one.word().isOwn(AUDITOR.verifier()));
    assertThat(first.total(AuditCount.KEPT)).isPositive();
    // A key of the same name is another one.
    SigningKey twin = SigningKey.random(AUDITOR.verifier().name(), KeyKind.WITNESS);
    assertThat(first.begun()).noneMatch(one -> one.word().isOwn(twin.verifier()));

    AuditReport second = audit(CORES, world, trusted(next), keeping(world, TOPIC, next));
    assertThat(second.proved()).isTrue();
    assertThat(second.begun())
        .anySatisfy(
            one -> {
              assertThat(one.word().verified()).isTrue();
              assertThat(one.word().isOwn(next.verifier())).isFalse();
              assertThat(one.word())
                  .hasToString("signed by auditor.example/a2, who began with another's");
            });
    // Nor does what follows from that.
    AuditReport third = audit(CORES, world, trusted(next), null);
    assertThat(third.begun()).noneMatch(one -> one.word().isOwn(next.verifier()));
  }

  /** What several threads open at once is as when one does. */
  @Test
  void aCheckpointHoldsForManyThreads() throws Exception {
    World world = world(CORES);
    keep(CORES, world, AUDITOR);
    var starts =
        new CheckpointFinder(CORES, world, trusted(AUDITOR), 0, new LastCheckpointsTest.Failing());
    List<CheckpointMark> all = starts.retained();
    CountDownLatch begin = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> opened = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        opened.add(
            pool.submit(
                () -> {
                  begin.await();
                  for (int i = 0; i < 5 * all.size(); i++) {
                    assertThat(starts.open(all.get(i % all.size()))).isNotNull();
                  }
                  return null;
                }));
      }
      begin.countDown();
      for (Future<?> one : opened) {
        assertThat(one.get()).isNull();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void aRecordThatIsAddedToACompactedTopicIsFoundBehindACheckpoint() throws Exception {
    ChunksDomain chunks = new ChunksDomain();
    String topic = Output.Channel.SNAPSHOTS.topic(chunks.name());
    for (boolean bare : new boolean[] {false, true}) {
      World world = world(chunks);
      keep(chunks, world, null);
      long end = kept(chunks, world, 0).get(0).kept().offset();
      for (long cut : new long[] {0, end}) {
        world.trim(RequiredTopics.ledger(chunks.name()), 0, cut);
        for (CheckpointChoice since :
            List.of(new CheckpointChoice(NOW, null), CheckpointChoice.BEGINNING)) {
          assertThat(audit(chunks, world, since, null).proved()).isTrue();
          List<ConsumerRecord<byte[], byte[]>> log = world.on(topic, 0);
          append(world, log.get(0), bare ? new RecordHeaders() : log.get(0).headers());
          assertThat(audit(chunks, world, since, null).differences()).isPositive();
          log.remove(log.size() - 1);
        }
      }
      MockRegistry.drop(SCOPE);
    }
  }

  /** The same once more with another value. */
  private static void append(World world, ConsumerRecord<byte[], byte[]> one, Headers headers) {
    byte[] value = one.value().clone();
    value[value.length - 1] ^= 1;
    world.append(one.topic(), one.partition(), one.timestamp(), one.key(), value, headers);
  }

  @Test
  void aCheckpointThatDoesNotSayHowFarACompactedTopicWasComparedIsStillOne() throws Exception {
    ChunksDomain chunks = new ChunksDomain();
    String topic = Output.Channel.SNAPSHOTS.topic(chunks.name());
    World world = world(chunks);
    keep(chunks, world, null);
    FoundCheckpoint first = kept(chunks, world, 0).get(0);
    TreeMap<String, Long> older = new TreeMap<>(first.kept().positions());
    assertThat(older.remove(topic)).isPositive();
    TreeRows rows = new CheckpointLog(world, chunks.name(), 0, null).rows(first);
    String checkpoints = RequiredTopics.checkpoints(chunks.name());
    CheckpointKeeping keeping = keeping(world, checkpoints, null);
    world.on(checkpoints, 0).clear();
    keeping.end(positions(first.kept(), older).of(keeping.rows(0, rows)), true);

    assertThat(audit(chunks, world, new CheckpointChoice(NOW, null), null).proved()).isTrue();
    AuditReport report = audit(chunks, world, new CheckpointChoice(NOW, null), keeping);
    assertThat(report.total(AuditCount.KEPT)).isPositive();
    assertThat(audit(chunks, world, new CheckpointChoice(NOW, null), null).proved()).isTrue();
    ConsumerRecord<byte[], byte[]> copy = world.on(topic, 0).get(0);
    append(world, copy, copy.headers());
    assertThat(audit(chunks, world, new CheckpointChoice(NOW, null), null).differences())
        .isPositive();
    world.on(checkpoints, 0).subList(1, world.on(checkpoints, 0).size()).clear();
    assertThat(audit(chunks, world, new CheckpointChoice(NOW, null), null).differences())
        .isPositive();
  }

  private static byte[] replaced(byte[] value, String old, String fresh) {
    String text = new String(value, ISO_8859_1);
    String from = new String(old.getBytes(UTF_8), ISO_8859_1);
    String to = new String(fresh.getBytes(UTF_8), ISO_8859_1);
    return text.replace(from, to).getBytes(ISO_8859_1);
  }

  /** The place of the first end among the records of partition 0. */
  private static int end(World world) {
    long offset = kept(CORES, world, 0).get(0).offset();
    List<ConsumerRecord<byte[], byte[]>> all = world.on(TOPIC, 0);
    for (int place = 0; place < all.size(); place++) {
      if (all.get(place).offset() == offset) {
        return place;
      }
    }
    throw new AssertionError("no end");
  }

  static KeptCheckpointEnd turns(KeptCheckpointEnd kept, long turns) {
    return new KeptCheckpointEnd(
        kept.place(),
        new PageEnd(kept.page(), turns, kept.pageSeal()),
        kept.offset(),
        kept.atMillis(),
        kept.positions(),
        kept.pieces(),
        kept.seal(),
        null);
  }

  /** With the number of the next page. */
  private static KeptCheckpointEnd next(KeptCheckpointEnd kept) {
    return new KeptCheckpointEnd(
        kept.place(),
        new PageEnd(kept.page() + 1, kept.turns(), kept.pageSeal()),
        kept.offset(),
        kept.atMillis(),
        kept.positions(),
        kept.pieces(),
        kept.seal(),
        null);
  }

  private static KeptCheckpointEnd page(KeptCheckpointEnd kept, byte[] seal) {
    return new KeptCheckpointEnd(
        kept.place(),
        new PageEnd(kept.page(), kept.turns(), seal),
        kept.offset(),
        kept.atMillis(),
        kept.positions(),
        kept.pieces(),
        kept.seal(),
        null);
  }

  private static KeptCheckpointEnd positions(
      KeptCheckpointEnd kept, SortedMap<String, Long> positions) {
    return new KeptCheckpointEnd(
        kept.place(),
        kept.end(),
        kept.offset(),
        kept.atMillis(),
        positions,
        kept.pieces(),
        kept.seal(),
        null);
  }

  /** Takes all checkpoints of partition 0 away and keeps this one. */
  static void again(World world, KeptCheckpointEnd kept, TreeRows rows, SigningKey key) {
    world.on(TOPIC, 0).clear();
    CheckpointKeeping keeping = keeping(world, TOPIC, key);
    keeping.end(kept.of(keeping.rows(0, rows)), true);
  }

  static TreeRows rows(World world, FoundCheckpoint found) {
    return new CheckpointLog(world, "cores", 0, null).rows(found);
  }

  /** One value of a lane's row is another. */
  private static TreeRows altered(World world, FoundCheckpoint found) {
    TreeRows rows = rows(world, found);
    Row row = rows.page(KeySpan.startingWith(new byte[] {1}), 1).get(0);
    byte[] value = row.value().clone();
    value[value.length - 1] ^= 1;
    rows.put(row.key(), value);
    return rows;
  }

  static List<FoundCheckpoint> kept(Domain domain, World world, int partition) {
    CheckpointLog log = new CheckpointLog(world, domain.name(), partition, null);
    return log.all().stream().map(log::read).toList();
  }

  private static long middle(Domain domain, World world) {
    long later = 0;
    for (int partition = 0; partition < PARTITIONS; partition++) {
      later = Math.max(later, kept(domain, world, partition).get(1).kept().atMillis());
    }
    return later;
  }

  static CheckpointChoice trusted(SigningKey key) {
    return new CheckpointChoice(null, List.<VerifierKey>of(key.verifier()));
  }

  static AuditReport keep(Domain domain, World world, SigningKey key) throws Exception {
    String topic = RequiredTopics.checkpoints(domain.name());
    world.addTopic(topic, PARTITIONS);
    return audit(domain, world, CheckpointChoice.BEGINNING, keeping(world, topic, key));
  }

  static CheckpointKeeping keeping(World world, String topic, SigningKey key) {
    AvroSerializer serializer = new AvroSerializer(MockRegistry.scope(SCOPE));
    CheckpointKeeping.Sink sink =
        (partition, payload) -> {
          EncodedValue value = new EncodedValue(CheckpointWire.SCHEMA, payload);
          world.append(
              topic,
              partition,
              0,
              PageHeaders.key(partition),
              serializer.serialize(topic, value),
              new RecordHeaders());
        };
    return new CheckpointKeeping(sink, EVERY_TURNS, DAY, key, () -> 1_700_000_000L);
  }

  private static AuditReport audit(
      Domain domain, World world, CheckpointChoice since, CheckpointKeeping keeping)
      throws Exception {
    return ForgedHistoriesTest.audit(
        domain, world, new Witnesses(World.GROUP, null, null, since, keeping, EVENTS));
  }

  static World world(Domain domain) {
    return forged(domain).world();
  }

  /** Who has written a history of two lanes on each partition. */
  static Forger forged(Domain domain) {
    return forged(domain, 7);
  }

  /** The same in pages of so many turns. */
  static Forger forged(Domain domain, int turnsOfPage) {
    Forger forger = new Forger(domain, PARTITIONS, SCOPE, Map.of(), turnsOfPage);
    List<String> lanes = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      lanes.add(Sealed.home("lane-", partition, PARTITIONS));
      lanes.add(Sealed.home("chain-", partition, PARTITIONS));
    }
    var _ = forger.write(new ArrayList<>(Forger.traffic(domain, PARTITIONS, lanes, 7, EVENTS)));
    return forger;
  }
}
