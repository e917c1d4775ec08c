package dev.rota.readers.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.bots.BotsDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.HistoryQuestion;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LaneVitals;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.ThingEvent;
import dev.rota.readers.follow.ThingHistory;
import dev.rota.registry.MockRegistry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointFinder;
import dev.rota.road.kept.CheckpointMark;
import dev.rota.road.kept.FoundCheckpoint;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.testing.Patience;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kept checkpoints are looked for from the last one back, and no further than an answer needs. */
final class LastCheckpointsTest {
  private static final CoresDomain CORES = new CoresDomain();
  private static final BotsDomain BOTS = new BotsDomain();
  private static final String TOPIC = "bots-checkpoints";
  private static final int MOST = 1_000;

  @AfterEach
  void close() {
    MockRegistry.drop(KeptCheckpointsTest.SCOPE);
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void allAreFoundFromTheLastOneBackWithTheirRows(Domain domain) throws Exception {
    World world = KeptCheckpointsTest.world(domain);
    KeptCheckpointsTest.keep(domain, world, null);
    KeptCheckpointsTest.keep(domain, world, null);
    allAreFound(domain, world);
  }

  private static void allAreFound(Domain domain, World world) {
    CheckpointFinder starts = starts(domain, world);
    List<CheckpointMark> found = lastFirst(starts);
    assertThat(found).hasSizeGreaterThan(4);
    assertThat(offsets(found)).isEqualTo(allOffsets(domain, world));
    areOpened(starts, found);
  }

  @Test
  void onesBehindPiecesWithoutAnEndAreFound() throws Exception {
    World world = KeptCheckpointsTest.world(BOTS);
    KeptCheckpointsTest.keep(BOTS, world, null);
    List<Long> all = allOffsets(BOTS, world);
    // An audit that found a difference, or somebody's nonsense, has left something behind them.
    world.append(TOPIC, 0, 1, null, new byte[] {1, 2, 3}, new RecordHeaders());

    CheckpointFinder starts = starts(BOTS, world);
    assertThat(offsets(lastFirst(starts))).isEqualTo(all);
  }

  /** Whoever can write the topic says that many pieces lie before his end. */
  @Test
  void whatNobodyHasSignedHidesNothing() throws Exception {
    World world = KeptCheckpointsTest.world(BOTS);
    KeptCheckpointsTest.keep(BOTS, world, KeptCheckpointsTest.AUDITOR);
    List<FoundCheckpoint> signed = KeptCheckpointsTest.kept(BOTS, world, 0);
    List<Long> all = allOffsets(BOTS, world);
    KeptCheckpointEnd last = signed.get(signed.size() - 1).kept();
    List<byte[]> many = Collections.nCopies(100, new byte[32]);
    for (SigningKey key :
        Arrays.asList(null, SigningKey.random("auditor.example/a1", KeyKind.WITNESS))) {
      for (int i = 0; i < 2; i++) {
        KeptCheckpointsTest.keeping(world, TOPIC, key).end(last.of(many), true);
      }
      world.append(TOPIC, 0, 1, null, new byte[] {1, 2, 3}, new RecordHeaders());
      assertThat(offsets(lastFirst(trusting(world)))).isEqualTo(all);
    }
  }

  /** Its word is true, and it is not where its pieces are: it leads nobody over others' ends. */
  @Test
  void aSignedEndThatIsWrittenAgainHidesNothing() throws Exception {
    World world = KeptCheckpointsTest.world(BOTS);
    KeptCheckpointsTest.keep(BOTS, world, KeptCheckpointsTest.AUDITOR);
    List<FoundCheckpoint> first = KeptCheckpointsTest.kept(BOTS, world, 0);
    KeptCheckpointsTest.keep(BOTS, world, KeptCheckpointsTest.AUDITOR);
    List<Long> all = allOffsets(BOTS, world);
    assertThat(all).hasSizeGreaterThan(first.size());
    first.forEach(one -> again(world, one.offset(), 1));

    CheckpointFinder starts = trusting(world);
    List<CheckpointMark> found = lastFirst(starts);
    assertThat(offsets(found)).containsAll(all);
    assertThat(found).allMatch(one -> starts.open(one) != null);
  }

  /** Writes a record of the topic so many times more. */
  private static void again(World world, long offset, int times) {
    var record = world.on(TOPIC, 0).get((int) offset);
    for (int i = 0; i < times; i++) {
      world.append(TOPIC, 0, 1, null, record.value(), record.headers());
    }
  }

  /** Whoever can write the topic writes ends as large as records may be. */
  @Test
  void endsThatNobodyWhoCountsHasSignedAreCountedAndNotHeld() throws Exception {
    World world = KeptCheckpointsTest.world(BOTS);
    KeptCheckpointsTest.keep(BOTS, world, KeptCheckpointsTest.AUDITOR);
    int signed = KeptCheckpointsTest.kept(BOTS, world, 0).size();
    large(world, 3_000);

    CheckpointFinder starts = trusting(world);
    assertThat(starts.retained()).hasSize(signed);
    assertThat(starts.passedBy()).isEqualTo(3_000);
  }

  /** They name the auditor's key, and are signed by another one; or are no checkpoints at all. */
  @Test
  void ofWhatIsForgedSomeAreToldAndTheRestIsCounted() throws Exception {
    World world = KeptCheckpointsTest.world(BOTS);
    KeptCheckpointsTest.keep(BOTS, world, KeptCheckpointsTest.AUDITOR);
    List<FoundCheckpoint> signed = KeptCheckpointsTest.kept(BOTS, world, 0);
    SigningKey namesake = SigningKey.random("auditor.example/a1", KeyKind.WITNESS);
    KeptCheckpointsTest.keeping(world, TOPIC, namesake).end(signed.get(0).kept(), true);
    again(world, world.on(TOPIC, 0).size() - 1, 1_199);
    for (int i = 0; i < 800; i++) {
      world.append(TOPIC, 0, 1, null, new byte[] {1, 2, 3}, new RecordHeaders());
    }
    Warned warned = new Warned();
    CheckpointChoice since = KeptCheckpointsTest.trusted(KeptCheckpointsTest.AUDITOR);

    List<CheckpointMark> all = new CheckpointFinder(BOTS, world, since, 0, warned).retained();

    assertThat(all.stream().filter(CheckpointMark::holds)).hasSize(signed.size());
    assertThat(all).hasSize(signed.size() + 1_000);
    assertThat(warned.what)
        .singleElement()
        .asString()
        .endsWith("2000 of its records are damaged or forged");
  }

  private static final class Warned implements CheckpointFinder.Told {
    private final List<String> what = new ArrayList<>();

    @Override
    public void forged(String where, String expected, String found) {
      throw new AssertionError(where + ": " + found);
    }

    @Override
    public void warn(String warning) {
      what.add(warning);
    }
  }

  /** Without a policy each counts, and costs a few numbers until it is opened. */
  @Test
  void anEndIsReadAgainWhenItIsOpened() throws Exception {
    World world = KeptCheckpointsTest.world(BOTS);
    KeptCheckpointsTest.keep(BOTS, world, null);
    int honest = KeptCheckpointsTest.kept(BOTS, world, 0).size();
    large(world, 300);

    long before = usedBytes();
    List<CheckpointMark> all = starts(BOTS, world).retained();
    long more = usedBytes() - before;
    assertThat(all).hasSize(honest + 300);
    assertThat(more).as("bytes that 300 ends of a megabyte cost").isLessThan(64L << 20);
  }

  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Unsigned ends of a megabyte. */
  private static void large(World world, int count) {
    List<FoundCheckpoint> kept = KeptCheckpointsTest.kept(BOTS, world, 0);
    KeptCheckpointEnd last = kept.get(kept.size() - 1).kept();
    KeptCheckpointEnd large = last.of(Collections.nCopies(30_000, new byte[32]));
    KeptCheckpointsTest.keeping(world, TOPIC, null).end(large, true);
    again(world, world.on(TOPIC, 0).size() - 1, count - 1);
  }

  private static CheckpointFinder trusting(World world) {
    CheckpointChoice since = KeptCheckpointsTest.trusted(KeptCheckpointsTest.AUDITOR);
    return new CheckpointFinder(BOTS, world, since, 0, new Failing());
  }

  @Test
  void aPieceThatIsNotWhereItShouldBeIsFoundElsewhere() throws Exception {
    World world = KeptCheckpointsTest.world(BOTS);
    KeptCheckpointsTest.keep(BOTS, world, null);
    // One record more between the pieces and the ends: none is where its number says.
    Collections.rotate(world.on(TOPIC, 0).subList(0, 2), 1);
    world.renumber(TOPIC, 0);

    CheckpointFinder starts = starts(BOTS, world);
    areOpened(starts, lastFirst(starts));
  }

  private static void areOpened(CheckpointFinder starts, List<CheckpointMark> found) {
    for (CheckpointMark one : found) {
      KeptCheckpointEnd kept = starts.open(one).kept();
      assertThat(List.of(kept.page(), kept.offset(), kept.turns(), kept.atMillis()))
          .isEqualTo(List.of(one.page(), one.pageOffset(), one.turns(), one.atMillis()));
    }
  }

  @Test
  void aHistoryBeginsWithACheckpointThatDoesNotKnowTheThing() throws Exception {
    World world = KeptCheckpointsTest.world(BOTS);
    String lane = Sealed.home("lane-", 0, KeptCheckpointsTest.PARTITIONS);
    List<ThingHistory> whole = why(world, lane, things()).answer();
    KeptCheckpointsTest.keep(BOTS, world, null);

    int young = 0;
    for (ThingHistory history : whole) {
      Told<List<ThingHistory>> told = why(world, lane, List.of(history.thing()));
      assertThat(told.answer()).as(history.thing().toString()).containsExactly(history);
      young += told.standing().after() > 0 ? 1 : 0;
    }
    assertThat(young).as("things that came after a checkpoint").isPositive();
    assertThat(young).as("of all, some that came before").isLessThan(whole.size());
  }

  private static List<Thing> things() {
    return IntStream.range(0, 2 * MOST)
        .mapToObj(i -> i)
        .flatMap(i -> Stream.of("job", "bot").map(kind -> new Thing(kind, kind + "-" + i)))
        .toList();
  }

  /** From a checkpoint or from the first turn on, and also where nothing follows. */
  @Test
  void whatCameAfterATurnIsTheHistoryBehindIt() throws Exception {
    World world = KeptCheckpointsTest.world(BOTS);
    String lane = Sealed.home("lane-", 0, KeptCheckpointsTest.PARTITIONS);
    List<ThingHistory> whole = why(world, lane, things()).answer();
    KeptCheckpointsTest.keep(BOTS, world, null);

    int cut = 0;
    for (ThingHistory history : whole) {
      List<ThingEvent> all = history.events();
      long first = all.get(0).turn();
      long last = all.get(all.size() - 1).turn();
      for (long turn : new long[] {first - 1, first, (first + last) / 2, last}) {
        ThingHistory told = after(world, lane, history.thing(), turn);
        List<ThingEvent> behind = all.stream().filter(one -> one.turn() > turn).toList();
        assertThat(told.now()).isEqualTo(history.now());
        assertThat(told.count()).isEqualTo(behind.size());
        assertThat(told.events()).isEqualTo(behind.stream().limit(1).toList());
        cut += behind.size() > 1 ? 1 : 0;
      }
    }
    assertThat(cut).as("of several decisions, only the first").isPositive();
  }

  private static ThingHistory after(World world, String lane, Thing thing, long turn) {
    HistoryQuestion question =
        new HistoryQuestion(
            Optional.empty(), Optional.of(new HistoryMoment.Turn(turn)), HistoryMoment.END, 1);
    List<ThingHistory> told =
        new LaneAnswers(BOTS, world, CheckpointChoice.BEGINNING, lane)
            .why(List.of(thing), question)
            .answer();
    assertThat(told).hasSize(1);
    return told.get(0);
  }

  @Test
  void aFollowerThatBeginsWithACheckpointKnowsTheLeastAgeOfClaims() throws Exception {
    World world = KeptCheckpointsTest.world(CORES);
    List<LaneVitals> whole = vitals(world);
    KeptCheckpointsTest.keep(CORES, world, null);
    List<LaneVitals> begun = vitals(world);

    int young = 0;
    for (int i = 0; i < whole.size(); i++) {
      QueueVitals known = whole.get(i).vitals();
      QueueVitals least = begun.get(i).vitals();
      assertThat(least.waiting()).isEqualTo(known.waiting());
      assertThat(least.waitingSince()).isGreaterThanOrEqualTo(known.waitingSince());
      assertThat(least.waitingSince() == QueueVitals.NONE).isEqualTo(known.waiting() == 0);
      young += least.waitingSince() > known.waitingSince() ? 1 : 0;
    }
    assertThat(young).isPositive();
  }

  /** Of all lanes of partition 0, as a follower has them when it has caught up. */
  private static List<LaneVitals> vitals(World world) {
    try (var live = LiveDomain.start(CORES, () -> world, CheckpointChoice.BEGINNING, Set.of(0))) {
      await().until(() -> live.standings().get(0).caughtUp());
      assertThat(live.standings().get(0).isProved()).isTrue();
      return live.each(Patience.MAX.toMillis(), (_, lane) -> lane);
    }
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void eachTurnIsReachedFromACheckpointBeforeItWhereThereIsOne(Domain domain) throws Exception {
    World world = KeptCheckpointsTest.world(domain);
    KeptCheckpointsTest.keep(domain, world, null);
    for (String name : List.of("lane-", "chain-")) {
      String lane = Sealed.home(name, 0, KeptCheckpointsTest.PARTITIONS);
      everyTurnIsReached(domain, world, lane);
    }
  }

  private static void everyTurnIsReached(Domain domain, World world, String lane) {
    CheckpointFinder starts = starts(domain, world);
    List<Long> kept = new ArrayList<>();
    lastFirst(starts).forEach(one -> kept.add(starts.open(one).lanes().lastTurn(lane)));
    var answers = new LaneAnswers(domain, world, CheckpointChoice.BEGINNING, lane);
    long last = answers.at(HistoryMoment.END, (_, standing) -> standing.turn());
    assertThat(last).isGreaterThan(1);
    for (long turn = 1; turn <= last; turn++) {
      long wanted = turn;
      LaneStanding at = answers.at(new HistoryMoment.Turn(turn), (_, standing) -> standing);
      assertThat(at.turn()).isEqualTo(turn);
      assertThat(at.isProved()).isTrue();
      if (kept.stream().anyMatch(one -> one > 0 && one <= wanted)) {
        assertThat(kept).as("turn %d", turn).contains(at.after());
        assertThat(at.after()).isLessThanOrEqualTo(turn);
      }
    }
  }

  private static Told<List<ThingHistory>> why(World world, String lane, List<Thing> things) {
    return new LaneAnswers(BOTS, world, CheckpointChoice.BEGINNING, lane)
        .why(things, HistoryQuestion.last(HistoryMoment.END, MOST));
  }

  private static List<Long> allOffsets(Domain domain, World world) {
    List<Long> all = new ArrayList<>();
    KeptCheckpointsTest.kept(domain, world, 0).forEach(one -> all.add(one.offset()));
    Collections.reverse(all);
    return all;
  }

  private static List<Long> offsets(List<CheckpointMark> found) {
    return found.stream().map(CheckpointMark::offset).toList();
  }

  private static List<CheckpointMark> lastFirst(CheckpointFinder starts) {
    List<CheckpointMark> found = new ArrayList<>();
    starts.lastFirst().forEachRemaining(found::add);
    return found;
  }

  private static CheckpointFinder starts(Domain domain, World world) {
    return new CheckpointFinder(domain, world, CheckpointChoice.BEGINNING, 0, new Failing());
  }

  static final class Failing implements CheckpointFinder.Told {
    @Override
    public void forged(String where, String expected, String found) {
      throw new AssertionError(where + ": " + found);
    }

    @Override
    public void warn(String what) {
      throw new AssertionError(what);
    }
  }
}
