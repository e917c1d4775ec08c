package dev.rota.readers.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsState;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.capsule.Capsule;
import dev.rota.readers.capsule.CapsulePacker;
import dev.rota.readers.follow.held.AssignedBar;
import dev.rota.readers.follow.held.AssignmentPicture;
import dev.rota.readers.follow.held.AssignmentQuestion;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.Patience;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who had what in a grid that is followed, whatever becomes of its lane and its follower. */
final class LiveAssignmentsTest {
  private static final String LANE = "builds";
  private static final int EVENTS = 800;

  private final BotsDomain domain = new BotsDomain();
  private final Book book = new Book(domain);
  private LedgerLogs logs;
  private LiveDomain live;

  @BeforeEach
  void follow() {
    book.play(LANE, 3, EVENTS);
    logs = new LedgerLogs(domain.name(), book.pages(10));
    live = LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of());
    awaitTurn(EVENTS);
  }

  @AfterEach
  void end() {
    live.close();
  }

  private void awaitTurn(long turn) {
    await().until(() -> !live.after(LANE, turn - 1, 1).isEmpty());
    await().until(() -> live.standings().get(0).caughtUp());
  }

  private AssignmentPicture all() {
    return live.assigned()
        .picture(LANE, new AssignmentQuestion(0, 1L << 30, 1 << 30, 0, Integer.MAX_VALUE, ""));
  }

  private static Set<String> running(AssignmentPicture picture) {
    Set<String> things = new TreeSet<>();
    picture.bars().stream()
        .filter(bar -> bar.end() == AssignedBar.RUNS)
        .forEach(
            bar ->
                picture.resources().stream()
                    .filter(one -> one.row() <= bar.row() && bar.row() < one.row() + one.rows())
                    .forEach(one -> things.add(one.id() + " " + bar.thing())));
    return things;
  }

  private Set<String> leased() {
    return live.ask(LANE, (state, _) -> leasedIn((BotsState) state));
  }

  @Test
  void whatIsFollowedAnewIsHeldAnew() {
    AssignmentPicture before = all();
    assertThat(before.bars()).hasSizeGreaterThan(10);
    assertThat(before.isWhole()).isTrue();
    assertThat(running(before)).isNotEmpty().isEqualTo(leased());
    live.follow(Set.of());
    assertThat(live.assigned().heldFrom(LANE)).as("it is not followed").isEmpty();
    live.follow(Set.of(0));
    await().until(() -> live.standings().get(0).turns() == EVENTS);
    assertThat(leased()).isEqualTo(running(before));
    assertThat(all()).isEqualTo(before);
  }

  @Test
  void aLaneThatLeavesIsForgottenAndOneThatComesKnowsWhatRuns() {
    Set<String> running = running(all());
    int pages = book.pages(10).size();
    List<byte[]> pieces = new ArrayList<>();
    TurnEntry left = book.add(book.lane(LANE).leave(3, 1, 5, pieces::add)).entry();
    logs.append(book.pages(10).get(pages));
    awaitTurn(EVENTS + 1);
    await().until(() -> live.assigned().heldFrom(LANE).isEmpty());
    assertThat(all().rows()).isZero();

    LaneArrival piece = new LaneArrival(3, EVENTS + 10, 1, left.departure().state(), pieces.get(0));
    assertThat(piece.isLast()).as("one piece has the whole grid").isTrue();
    book.add(book.lane(LANE).arrive(piece, left.rules(), left.atMillis()));
    LedgerLogs other = new LedgerLogs(domain.name(), book.pages(1));
    try (LiveDomain moved =
        LiveDomain.start(domain, () -> other, CheckpointChoice.BEGINNING, Set.of())) {
      await().until(() -> !moved.after(LANE, EVENTS + 10, 1).isEmpty());
      await().until(() -> moved.assigned().heldFrom(LANE).isPresent());
      AssignmentPicture came =
          moved
              .assigned()
              .picture(LANE, new AssignmentQuestion(0, 1L << 30, 1 << 30, 0, 1 << 20, ""));
      assertThat(running(came)).isEqualTo(running);
      assertThat(came.bars()).hasSameSizeAs(running);
      assertThat(came.isWhole()).isFalse();
      assertThat(came.bars()).extracting(AssignedBar::turn).containsOnly(0L);
      assertThat(moved.assigned().heldFrom(LANE)).hasValue(left.atMillis() + 1);
    }
  }

  /** A capsule begins with a checkpoint. */
  @Test
  void whoBeginsWithACheckpointKnowsWhatRunsAndNotWhatWas() throws IOException {
    StringBuilder lines = new StringBuilder();
    new CapsulePacker(domain, logs, CheckpointChoice.BEGINNING, LANE)
        .write(
            new HistoryMoment.Turn(EVENTS / 2),
            HistoryMoment.END,
            line -> lines.append(line).append('\n'));
    AssignmentPicture whole = all();
    Capsule capsule = Capsule.read(new ByteArrayInputStream(lines.toString().getBytes(UTF_8)));
    try (LiveDomain late = capsule.follow()) {
      await().until(() -> !late.after(LANE, EVENTS - 1, 1).isEmpty());
      long heldFrom = late.assigned().heldFrom(LANE).orElseThrow();
      assertThat(heldFrom).isPositive();
      AssignmentPicture known =
          late.assigned()
              .picture(LANE, new AssignmentQuestion(0, 1L << 30, 1 << 30, 0, 1 << 20, ""));
      assertThat(running(known)).isEqualTo(running(whole));
      assertThat(known.bars()).extracting(AssignedBar::turn).contains(0L);
      assertThat(known.isWhole()).isFalse();
      assertThat(times(known, heldFrom)).isEqualTo(times(whole, heldFrom));
      assertThatThrownBy(
              () ->
                  late.past(
                      LANE,
                      Patience.MAX,
                      answers ->
                          answers.assignments(new AssignmentQuestion(1, heldFrom, 100, 0, 1, ""))))
          .isInstanceOf(NotInLedger.class)
          .hasMessageContaining("Ask for a later moment");
    }
  }

  /** What touches the time from there on: what, when, and how it ended. */
  private static Set<String> times(AssignmentPicture picture, long from) {
    Set<String> all = new TreeSet<>();
    for (AssignedBar bar : picture.bars()) {
      if (bar.end() >= from) {
        all.add(bar.thing() + " " + bar.begin() + " " + bar.end() + " " + bar.ending());
      }
    }
    return all;
  }

  @Test
  void whatAForgedTurnWouldDecideIsOfNoOtherLane() {
    Iterator<Traffic.Event> events = DomainTraffic.of(domain).start("forged", 5);
    while (leases("forged") == 0) {
      Traffic.Event event = events.next();
      book.take(event.topic(), "forged", event.atMillis(), event.record());
    }
    List<DecidedTurn> turns = book.turns();
    DecidedTurn last = turns.remove(turns.size() - 1);
    turns.add(
        new DecidedTurn(forged(last.entry()), last.stateDigest(), last.published(), last.faults()));
    book.play(LANE, 4, 5);
    LedgerLogs forged = new LedgerLogs(domain.name(), book.pages(1));
    try (LiveDomain other =
        LiveDomain.start(domain, () -> forged, CheckpointChoice.BEGINNING, Set.of())) {
      await().until(() -> !other.after(LANE, EVENTS + 4, 1).isEmpty());
      LaneStanding differs = other.ask("forged", (_, standing) -> standing);
      assertThat(differs.isProved()).isFalse();
      AssignmentPicture picture =
          other
              .assigned()
              .picture(LANE, new AssignmentQuestion(0, 1L << 30, 1 << 30, 0, 1 << 20, ""));
      assertThat(leasedIn((BotsState) book.lane(LANE).state()))
          .doesNotContainAnyElementsOf(leasedIn((BotsState) book.lane("forged").state()));
      assertThat(running(picture)).isEqualTo(leasedIn((BotsState) book.lane(LANE).state()));
    }
  }

  private int leases(String lane) {
    return leasedIn((BotsState) book.lane(lane).state()).size();
  }

  private static Set<String> leasedIn(BotsState state) {
    Set<String> things = new TreeSet<>();
    state.leases().forEach(lease -> things.add(lease.bot().name() + " " + lease.job().name()));
    return things;
  }

  /** As if it had published one record more. */
  private static TurnEntry forged(TurnEntry turn) {
    return new TestTurn(turn).outputs(turn.outputs() + 1).entry();
  }
}
