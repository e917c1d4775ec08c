package dev.rota.readers.follow;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.AlarmSetting;
import dev.rota.bots.BotsDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnEntry.Kind;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.follow.held.AssignmentPicture;
import dev.rota.readers.follow.held.AssignmentQuestion;
import dev.rota.readers.follow.held.RecentTurn;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.RecordsLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.LedgerFrame;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What is asked of a lane's time on another partition is answered there. */
final class MovedAnswersTest {
  private static final int SCHEMA_ID = 7;
  private static final int BEFORE = 5;
  private static final int EVENTS = 300;

  /** With two partitions it is on the second one. */
  private static final String LANE =
      Stream.iterate(0, i -> i + 1)
          .map(i -> "home-" + i)
          .filter(lane -> LaneAnswers.partition(lane, 2) == 1)
          .findFirst()
          .orElseThrow();

  /** A ledger of two partitions. */
  private record Ledgers(String ledger, List<List<ConsumerRecord<byte[], byte[]>>> records)
      implements TopicLogs {
    static Ledgers of(Domain domain, Book first, Book second) {
      String ledger = domain.name() + "-ledger";
      return new Ledgers(ledger, List.of(written(ledger, 0, first), written(ledger, 1, second)));
    }

    @Override
    public TopicLayout layout() {
      return new TopicLayout("cluster", Map.of(ledger, new TopicLayout.Topic("id", 2)));
    }

    @Override
    public Log open(TopicPartition partition) {
      List<ConsumerRecord<byte[], byte[]>> all = records.get(partition.partition());
      return new RecordsLog(0, all.size(), all);
    }

    @Override
    public Map<TopicPartition, Long> committed(String group) {
      return Map.of();
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  /** Pages of three turns. */
  private static List<ConsumerRecord<byte[], byte[]>> written(
      String ledger, int partition, Book book) {
    PageWriter writer = new PageWriter(partition, PageEnd.START, 3);
    Map<String, Long> digests = new HashMap<>();
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (DecidedTurn turn : book.turns()) {
      writer.add(turn.entry());
      digests.put(turn.entry().lane(), turn.stateDigest());
      if (writer.isFull() || turn.equals(book.turns().getLast())) {
        PageWriter.Closed page = writer.close(digests::get);
        LedgerFrame frame = LedgerFrame.of(page.page());
        byte[] value =
            ByteBuffer.allocate(1 + Integer.BYTES + page.bytes().length)
                .put((byte) 0)
                .putInt(SCHEMA_ID)
                .put(page.bytes())
                .array();
        records.add(
            OfflineRecord.of(
                new TopicPartition(ledger, partition),
                records.size(),
                frame.millis(),
                frame.key(),
                value,
                frame.headers()));
      }
    }
    return records;
  }

  /** Moves the lane to the second partition. Returns its departure. */
  private static TurnEntry move(Book from, Book to) {
    List<byte[]> pieces = new ArrayList<>();
    TurnEntry left = from.add(from.lane(LANE).leave(1, 1, 2, pieces::add)).entry();
    for (int i = 0; i < pieces.size(); i++) {
      LaneArrival piece =
          new LaneArrival(0, left.number(), i + 1, left.departure().state(), pieces.get(i));
      to.add(to.lane(LANE).arrive(piece, left.rules(), left.atMillis()));
    }
    return left;
  }

  private static LaneAnswers answers(Domain domain, TopicLogs logs) {
    return new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, LANE);
  }

  /** Alarms with notes so long that they move in several pieces. */
  private static void set(Book book, int number) {
    var alarm = new AlarmSetting(LANE, "alarm-" + number, 1_000_000L, "n".repeat(200_000));
    book.take(SETTINGS, LANE, 10L * number, alarm);
  }

  @Test
  void whileItMovesItStandsAsBeforeItLeft() {
    AlarmDomain domain = new AlarmDomain();
    Book old = new Book(domain);
    Book next = new Book(domain);
    IntStream.rangeClosed(1, BEFORE).forEach(number -> set(old, number));
    TurnEntry left = move(old, next);
    int pieces = left.departure().state().pieces();
    assertThat(pieces).isGreaterThan(1);
    long come = left.number() + pieces;
    IntStream.rangeClosed(BEFORE + 1, BEFORE + 2).forEach(number -> set(next, number));
    Ledgers logs = Ledgers.of(domain, old, next);

    for (long turn = 1; turn <= come + 2; turn++) {
      LaneStanding standing =
          answers(domain, logs).at(new HistoryMoment.Turn(turn), (_, where) -> where);
      assertThat(standing.isProved()).as(standing.proof()).isTrue();
      assertThat(standing.turn())
          .as("behind turn %d", turn)
          .isEqualTo(turn >= left.number() && turn < come ? BEFORE : turn);
      TurnEntry told = answers(domain, logs).turn(turn, _ -> true).entry();
      assertThat(told.number()).isEqualTo(turn);
      assertThat(told.kind())
          .isEqualTo(
              turn == left.number()
                  ? Kind.LEAVE
                  : turn > left.number() && turn <= come ? Kind.ARRIVE : Kind.INPUT);
    }
    assertThatThrownBy(() -> answers(domain, logs).turns(null, _ -> {}))
        .isInstanceOf(NotInLedger.class)
        .hasMessageContaining("moved with turn " + (left.number() + 1));
  }

  @Test
  void recordsThatNoLaneHasAreAskedForOnTheirOwnPartition() {
    assertThat(IntStream.range(0, 5).map(i -> LaneAnswers.partition(LaneKey.nobody(i), 5)))
        .containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void theTimeThatAnAnswerTakesAndTheTurnsThatItDecidesAreThoseOfBothPartitions() {
    AlarmDomain domain = new AlarmDomain();
    Book old = new Book(domain);
    Book next = new Book(domain);
    IntStream.rangeClosed(1, BEFORE).forEach(number -> set(old, number));
    move(old, next);
    Ledgers logs = Ledgers.of(domain, old, next);
    LaneAnswers answers = answers(domain, logs);
    HistoryMoment early = new HistoryMoment.Time(39);
    assertThat(answers.<Long>at(early, (_, where) -> where.turn())).isEqualTo(3);
    assertThat(answers.done()).isEqualTo(3);
    LaneAnswers hasty = answers(domain, logs).within(Duration.ZERO);
    assertThatThrownBy(() -> hasty.at(early, (_, where) -> where))
        .isInstanceOf(ReplayTooLong.class);
  }

  @Test
  void itsLastTurnsAreThoseOfWhereItIsNow() {
    AlarmDomain domain = new AlarmDomain();
    Book old = new Book(domain);
    Book next = new Book(domain);
    IntStream.rangeClosed(1, BEFORE).forEach(number -> set(old, number));
    move(old, next);
    IntStream.rangeClosed(BEFORE + 1, BEFORE + 2).forEach(number -> set(next, number));
    Ledgers logs = Ledgers.of(domain, old, next);
    try (LiveDomain live =
        LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of(1))) {
      await().until(() -> live.standings().get(0).caughtUp());
      List<RecentTurn> held = live.after(LANE, 0, 100);
      assertThat(held).extracting(RecentTurn::kind).contains(Kind.ARRIVE).endsWith(Kind.INPUT);
      live.follow(Set.of(0, 1));
      await().until(() -> live.standings().stream().allMatch(FollowProgress::caughtUp));
      assertThat(live.standings().get(0).turns()).isEqualTo(BEFORE + 1);
      assertThat(live.after(LANE, 0, 100)).isEqualTo(held);
    }
  }

  @Test
  void itsReasonsAndAssignmentsOfThenAreThoseOfALaneThatStays() {
    BotsDomain domain = new BotsDomain();
    Book old = new Book(domain);
    Book next = new Book(domain);
    Iterator<Traffic.Event> traffic = DomainTraffic.of(domain).start(LANE, 3);
    play(old, traffic);
    LedgerLogs stays = new LedgerLogs(domain.name(), old.pages(3));
    long end = old.turns().getLast().entry().atMillis();
    List<Thing> things = domain.card().why().names(old.lane(LANE).state()).toList();
    TurnEntry left = move(old, next);
    play(next, traffic);
    Ledgers logs = Ledgers.of(domain, old, next);

    assertThat(things).hasSizeGreaterThan(5);
    HistoryQuestion then = HistoryQuestion.last(new HistoryMoment.Turn(left.number()), 5);
    HistoryQuestion last = HistoryQuestion.last(HistoryMoment.END, 5);
    assertThat(answers(domain, logs).why(things, then).answer())
        .hasSizeGreaterThan(5)
        .isEqualTo(answers(domain, stays).why(things, last).answer());
    AssignmentQuestion asked = new AssignmentQuestion(0, end - 1, 1_000, 0, 50, "");
    AssignmentPicture picture = answers(domain, logs).assignments(asked).answer();
    assertThat(picture.bars()).isNotEmpty();
    assertThat(picture).isEqualTo(answers(domain, stays).assignments(asked).answer());
  }

  private static void play(Book book, Iterator<Traffic.Event> traffic) {
    for (int i = 0; i < EVENTS; i++) {
      Traffic.Event event = traffic.next();
      book.take(event.topic(), LANE, event.atMillis(), event.record());
    }
  }
}
