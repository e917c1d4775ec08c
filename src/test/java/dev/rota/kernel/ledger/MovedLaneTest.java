package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.jammed;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LaneDeparture;
import dev.rota.kernel.ledger.moves.LanePieces;
import dev.rota.kernel.ledger.moves.MovedState;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Book;
import dev.rota.testing.FragileAlarms;
import dev.rota.testing.Pages;
import dev.rota.testing.TestAlarms;
import dev.rota.testing.laws.Later;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A lane leaves one partition's ledger and arrives in another's; lies about it are found. */
final class MovedLaneTest {
  private static final int TO = 3;
  private final TestAlarms alarms = new TestAlarms();
  private final Book old = new Book(alarms);
  private final Book next = new Book(alarms);

  /** Three turns, the departure with the fourth, and the arrival. */
  private void move() {
    old.take(SETTINGS, "home", 0, set("home", "tea", 300));
    old.take(SETTINGS, "home", 100, set("home", "egg", 500));
    old.tick("home", 300);
    move(old, next, "home");
  }

  /** Moves a lane as it stands. */
  private static void move(Book from, Book to, String lane) {
    List<byte[]> pieces = new ArrayList<>();
    TurnEntry left = from.add(from.lane(lane).leave(TO, 2, 5, pieces::add)).entry();
    for (int i = 0; i < pieces.size(); i++) {
      MovedState state = left.departure().state();
      LaneArrival piece = new LaneArrival(0, left.number(), i + 1, state, pieces.get(i));
      to.add(to.lane(lane).arrive(piece, left.rules(), left.atMillis()));
    }
  }

  @Test
  void itGoesOnWithTheNextNumberAtItsOwnTime() {
    move();

    assertThat(old.turns().get(3).entry())
        .extracting(TurnEntry::kind, TurnEntry::number, TurnEntry::atMillis, TurnEntry::outputs)
        .containsExactly(TurnEntry.Kind.LEAVE, 4L, 300L, 0);
    LaneDeparture said = old.turns().get(3).entry().departure();
    assertThat(said).extracting("to", "before", "after").containsExactly(TO, 2, 5);
    assertThat(said.state().nextMillis()).isEqualTo(600);
    assertThat(next.turns())
        .extracting(turn -> turn.entry().kind(), turn -> turn.entry().number())
        .containsExactly(tuple(TurnEntry.Kind.ARRIVE, 5L));
    assertThat(next.lane("home").nextDeadline()).isEqualTo(600);

    next.take(SETTINGS, "home", 310, set("home", "cake", 5));
    assertThat(next.turns().get(1).entry().number()).isEqualTo(6);
    next.restart();
    assertThat(next.store().due().at(600)).extracting(Lane::name).containsExactly("home");
    next.tick("home", 600);
    assertThat(next.turns().get(2).published()).as("egg and cake ring").hasSize(2);
    assertThat(verdicts(alarms, old)).allMatch(ReplayVerdict.Same.class::isInstance);
    assertThat(verdicts(alarms, next)).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void behindItsDepartureItTakesNoTurnAndNobodyWaitsForIt() {
    move();
    for (int round = 0; round < 2; round++) {
      assertThat(old.store().due().nextMillis()).isEqualTo(Engine.NEVER);
      assertThat(old.store().due().at(Long.MAX_VALUE - 1)).isEmpty();
      assertThat(old.store().isHere("home")).isFalse();
      assertThat(old.store().lanes()).containsExactly("home");
      assertThat(old.lane("home").state()).isNull();
      assertThatThrownBy(() -> old.take(SETTINGS, "home", 400, set("home", "pie", 5)))
          .hasMessageContaining("home takes no turn here: it has left for partition 3");
      DamagedRows.check(old.store(), old.rows());
      old.restart();
    }
    old.restart(Later.of(alarms, fact -> fact), RulesAdoption.NEWEST);
    assertThat(old.store().due().at(Long.MAX_VALUE - 1)).as("it adopts no rules").isEmpty();
  }

  @Test
  void theTurnsOfEachLedgerAreCountedThereAlone() {
    move();
    next.take(SETTINGS, "home", 310, set("home", "cake", 5));
    move(next, old, "home");
    old.take(SETTINGS, "home", 900, set("home", "bun", 5));

    move(old, next, "home");
    next.take(SETTINGS, "home", 950, set("home", "pie", 5));
    move(next, old, "home");

    assertThat(old.turns())
        .extracting(turn -> turn.entry().number())
        .endsWith(4L, 8L, 9L, 10L, 14L);
    assertThat(next.turns())
        .extracting(turn -> turn.entry().number())
        .containsExactly(5L, 6L, 7L, 11L, 12L, 13L);
    for (Book one : List.of(old, next)) {
      one.restart();
      assertThat(one.store().due().turns()).isEqualTo(one.turns().size());
      assertThat(verdicts(alarms, one)).allMatch(ReplayVerdict.Same.class::isInstance);
    }
    assertThat(old.store().isHere("home")).isTrue();
    assertThat(next.store().isHere("home")).isFalse();
  }

  static Stream<Domain> domains() {
    return Stream.concat(Stream.of(new TestAlarms()), Domains.ALL.stream());
  }

  @ParameterizedTest
  @MethodSource("domains")
  void itDecidesAsIfItHadNeverMoved(Domain domain) {
    decidesTheSame(domain);
  }

  /** Numbers and inputs are others, as they must be; what is published and the rows are not. */
  private static void decidesTheSame(Domain domain) {
    String lane = DomainTraffic.of(domain).lanes().get(0);
    Book here = new Book(domain);
    Book there = new Book(domain);
    Book stays = new Book(domain);
    Iterator<Traffic.Event> traffic = DomainTraffic.of(domain).start(lane, 5);
    for (int i = 0; i < 120; i++) {
      if (i == 60) {
        move(here, there, lane);
        there.restart();
      }
      Traffic.Event event = traffic.next();
      Book one = i < 60 ? here : there;
      DecidedTurn moved = one.take(event.topic(), lane, event.atMillis(), event.record());
      DecidedTurn stayed = stays.take(event.topic(), lane, event.atMillis(), event.record());
      assertThat(moved.stateDigest()).isEqualTo(stayed.stateDigest());
      assertThat(moved.entry().outputs()).isEqualTo(stayed.entry().outputs());
      assertThat(moved.entry().outputsDigest()).isEqualTo(stayed.entry().outputsDigest());
      assertThat(one.lane(lane).nextDeadline()).isEqualTo(stays.lane(lane).nextDeadline());
    }
    assertThat(verdicts(domain, here)).allMatch(ReplayVerdict.Same.class::isInstance);
    assertThat(verdicts(domain, there)).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aLaneWhoseRulesFailMovesAsItStands() {
    FragileAlarms fragile = new FragileAlarms(1);
    var from = new Book(fragile.domain());
    var to = new Book(fragile.domain());
    from.take(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300));
    from.restart();
    from.take(SETTINGS, "home", 100, set("home", "egg", 5));
    move(from, to, "home");

    to.take(SETTINGS, "home", 110, set("home", "egg", 5));

    assertThat(to.turns().get(1).entry().reason()).isEqualTo("LANE_SET_ASIDE");
    var good = new FragileAlarms(1);
    assertThat(verdicts(good.domain(), to)).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aLaneWithAFailingDeadlineTakesItAlong() {
    old.take(SETTINGS, "home", 0, jammed("home", "bell", 300));
    old.tick("home", 300);
    move(old, next, "home");
    next.restart(Later.of(alarms, fact -> fact), RulesAdoption.NEWEST);

    assertThat(next.store().due().at(300)).as("later rules may help").hasSize(1);
    assertThat(verdicts(alarms, old)).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void rowsAreCutTheSameWayWhoeverCutsThem() {
    TreeRows rows = new TreeRows();
    for (int i = 0; i < 300; i++) {
      rows.put(new byte[] {1, (byte) (i >> 8), (byte) i}, new byte[i == 7 ? 700_000 : 5_000]);
    }
    List<byte[]> pieces = new ArrayList<>();
    LanePieces.Sum sum = LanePieces.cut(rows, pieces::add);

    assertThat(pieces).hasSize(sum.count()).hasSizeGreaterThan(3);
    assertThat(pieces.stream().filter(one -> one.length > LanePieces.BYTES_MAX)).hasSize(1);
    List<Row> all = pieces.stream().flatMap(one -> LanePieces.rows(one).stream()).toList();
    TreeRows again = new TreeRows();
    all.forEach(row -> again.put(row.key(), row.value()));
    assertThat(all).hasSize(300);
    assertThat(LanePieces.cut(again, _ -> {}).sha256()).isEqualTo(sum.sha256());
    assertThat(LanePieces.cut(new TreeRows(), _ -> {}).count()).isOne();
  }

  @Test
  void aPieceIsFullAtItsLimitAndNotBefore() {
    for (int over = -1; over <= 1; over++) {
      TreeRows rows = new TreeRows();
      // A row has two lengths of four bytes, and a key of one here.
      rows.put(new byte[] {1}, new byte[1_000 - 9]);
      rows.put(new byte[] {2}, new byte[LanePieces.BYTES_MAX - 1_000 - 9 + over]);
      List<Integer> sizes = new ArrayList<>();
      assertThat(LanePieces.cut(rows, piece -> sizes.add(piece.length)).count())
          .as("%d bytes more than a piece", over)
          .isEqualTo(over > 0 ? 2 : 1);
      assertThat(sizes.stream().mapToInt(Integer::intValue).sum())
          .isEqualTo(LanePieces.BYTES_MAX + over);
    }
  }

  @Test
  void whatIsSaidOfAMoveHasOneEncoding() {
    move();
    byte[] left = old.turns().get(3).entry().input();
    byte[] came = next.turns().get(0).entry().input();

    assertThat(new String(left, US_ASCII))
        .matches(
            "\\{\"to\":3,\"partitions\":\\[2,5\\],\"pieces\":1,\"sha256\":\"[0-9a-f]{64}\","
                + "\"next\":600,\"stuck\":false\\}");
    assertThat(LaneDeparture.read(left)).isPresent();
    assertThat(LaneArrival.read(came).orElseThrow().toBytes()).isEqualTo(came);
    for (String other : List.of("{\"to\":03", "{\"to\":3 ", "{\"to\":99999999999")) {
      String text = new String(left, US_ASCII);
      byte[] forged = text.replace("{\"to\":3", other).getBytes(US_ASCII);
      assertThat(LaneDeparture.read(forged)).isEmpty();
    }
    assertThat(LaneArrival.read(left)).isEmpty();
    assertThat(LaneArrival.read(null)).isEmpty();
    assertThat(LaneDeparture.read(new byte[0])).isEmpty();
  }

  @Test
  void aPageWithAMoveHasItsOwnSchemaAndTheOthersKeepTheirs() {
    move();
    List<byte[]> pages = old.pages(3);
    PageWire wire = new PageWire();

    assertThat(PageWire.schema(wire.decode(pages.get(0)))).isSameAs(PageWire.SCHEMA);
    assertThat(PageWire.schema(wire.decode(pages.get(1)))).isSameAs(PageWire.MOVES);
    assertThat(PageWire.SCHEMA).isNotEqualTo(PageWire.MOVES);
    assertThat(PageWire.SCHEMA.toString()).contains("\"ADOPT\"]").doesNotContain("LEAVE");
    assertThat(wire.toRecord(pages.get(1))).hasToString(wire.toRecord(pages.get(1)).toString());
  }

  @Test
  void aDepartureThatLiesIsADifference() {
    move();
    LaneDeparture said = old.turns().get(3).entry().departure();
    MovedState is = said.state();
    List<MovedState> lies =
        List.of(
            new MovedState(2, is.sha256(), is.nextMillis(), false),
            new MovedState(1, "00".repeat(32), is.nextMillis(), false),
            new MovedState(1, is.sha256(), 601, false),
            new MovedState(1, is.sha256(), Engine.NEVER, false),
            new MovedState(1, is.sha256(), is.nextMillis(), true));
    for (MovedState lie : lies) {
      byte[] input = new LaneDeparture(said.to(), 2, 5, lie).toBytes();
      assertThat(found(old, 3, entry -> with(entry, 4, 300, input)))
          .as(lie.toString())
          .containsExactly("what a lane leaves with");
    }
    byte[] input = said.toBytes();
    assertThat(found(old, 3, entry -> with(entry, 4, 301, input))).containsExactly("time");
    assertThat(found(old, 3, entry -> with(entry, 4, 300, null))).containsExactly("a departure");
    assertThat(found(old, 3, entry -> outputs(with(entry, 4, 300, input))))
        .containsExactly("number of outputs");
  }

  @Test
  void aTurnBehindADepartureIsADifference() {
    move();
    Book stays = new Book(alarms);
    stays.take(SETTINGS, "home", 0, set("home", "tea", 300));
    stays.take(SETTINGS, "home", 100, set("home", "egg", 500));
    stays.tick("home", 300);
    stays.tick("home", 600);
    List<DecidedTurn> turns = new ArrayList<>(old.turns());
    DecidedTurn tick = stays.turns().get(3);
    turns.add(changed(tick, with(tick.entry(), 5, 600, null)));

    assertThat(found(alarms, turns)).containsExactly("a turn of a lane that is not here");
    turns.remove(4);
    turns.add(
        changed(turns.get(3), with(turns.get(3).entry(), 5, 300, turns.get(3).entry().input())));
    assertThat(found(alarms, turns)).containsExactly("a turn of a lane that is not here");
  }

  @Test
  void aFalseArrivalIsADifference() {
    move();
    next.take(SETTINGS, "home", 310, set("home", "cake", 5));
    LaneArrival came = next.turns().get(0).entry().arrival();
    byte[] other = came.rows().clone();
    other[other.length - Integer.BYTES - 1] ^= 1; // of the last key
    byte[] input = came.toBytes();

    assertThat(found(next, 0, e -> with(e, 5, 300, with(came, other, came.state()).toBytes())))
        .as("another row")
        .containsExactly("the rows of a lane");
    MovedState two = new MovedState(2, came.state().sha256(), 600, false);
    assertThat(found(next, 0, e -> with(e, 5, 300, with(came, came.rows(), two).toBytes())))
        .as("a turn before the last piece")
        .contains("a turn of a lane that is not here");
    assertThat(found(next, 0, e -> with(e, 6, 300, input))).as("another number").contains("number");
    assertThat(found(next, 0, e -> with(e, 5, 300, new byte[] {1}))).isEmpty();
    assertThat(unproved(next, 0, e -> with(e, 5, 300, new byte[] {1})))
        .as("no lane begins so")
        .isEqualTo(2);
    assertThat(found(next, 0, e -> outputs(with(e, 5, 300, input)))).contains("number of outputs");
    List<DecidedTurn> twice = new ArrayList<>(next.turns());
    LaneArrival again = new LaneArrival(0, 6, 1, came.state(), came.rows());
    twice.add(changed(twice.get(0), with(twice.get(0).entry(), 7, 310, again.toBytes())));
    assertThat(found(alarms, twice)).containsExactly("an arrival of a lane that is there");
    List<DecidedTurn> early = new ArrayList<>(old.turns().subList(0, 3));
    early.add(next.turns().get(0));
    assertThat(found(alarms, early)).as("it never left").isNotEmpty();
  }

  @Test
  void piecesComeInOrderAndAllOfThem() {
    large(old, 260);
    move(old, next, "home");
    assertThat(next.turns()).hasSizeGreaterThan(2);
    assertThat(verdicts(alarms, old)).allMatch(ReplayVerdict.Same.class::isInstance);
    assertThat(verdicts(alarms, next)).allMatch(ReplayVerdict.Same.class::isInstance);
    next.take(SETTINGS, "home", 500, set("home", "cake", 5));
    assertThat(verdicts(alarms, next)).allMatch(ReplayVerdict.Same.class::isInstance);

    List<DecidedTurn> missing = new ArrayList<>(next.turns());
    missing.remove(1);
    assertThat(found(alarms, missing)).contains("a piece of a lane is missing or out of order");
    List<DecidedTurn> headless = next.turns().subList(1, next.turns().size());
    assertThat(verdicts(alarms, headless)).allMatch(ReplayVerdict.Unproved.class::isInstance);
  }

  @Test
  void aRestartBetweenPiecesFindsThoseThatHaveCome() {
    large(old, 260);
    List<byte[]> pieces = new ArrayList<>();
    TurnEntry left = old.add(old.lane("home").leave(TO, 2, 5, pieces::add)).entry();
    for (int i = 0; i < pieces.size(); i++) {
      next.restart();
      assertThat(next.store().isHere("home")).isFalse();
      LaneArrival piece =
          new LaneArrival(0, left.number(), i + 1, left.departure().state(), pieces.get(i));
      next.add(next.lane("home").arrive(piece, left.rules(), left.atMillis()));
      next.restart();
      DamagedRows.check(next.store(), next.rows());
      assertThat(next.store().due().turns()).isEqualTo(i + 1);
    }
    assertThat(next.store().isHere("home")).isTrue();
    assertThat(next.lane("home").state()).isNotNull();
  }

  /** A lane whose rows are more than one piece. */
  private static void large(Book book, int alarmsCount) {
    for (int i = 0; i < alarmsCount; i++) {
      book.take(SETTINGS, "home", i, set("home", "x".repeat(4_000) + i, 1_000_000));
    }
  }

  private static LaneArrival with(LaneArrival piece, byte[] rows, MovedState state) {
    return new LaneArrival(piece.from(), piece.turn(), piece.piece(), state, rows);
  }

  private static DecidedTurn changed(DecidedTurn turn, TurnEntry entry) {
    return new DecidedTurn(entry, turn.stateDigest(), turn.published(), List.of());
  }

  private static TurnEntry with(TurnEntry entry, long number, long atMillis, byte[] input) {
    return new TestTurn(entry).number(number).atMillis(atMillis).input(input).entry();
  }

  private static TurnEntry outputs(TurnEntry entry) {
    return new TestTurn(entry).outputs(1).entry();
  }

  private List<String> found(Book book, int at, UnaryOperator<TurnEntry> edit) {
    return found(alarms, forged(book, at, edit));
  }

  private long unproved(Book book, int at, UnaryOperator<TurnEntry> edit) {
    return verdicts(alarms, forged(book, at, edit)).stream()
        .filter(ReplayVerdict.Unproved.class::isInstance)
        .count();
  }

  private static List<DecidedTurn> forged(Book book, int at, UnaryOperator<TurnEntry> edit) {
    List<DecidedTurn> turns = new ArrayList<>(book.turns());
    turns.set(at, changed(turns.get(at), edit.apply(turns.get(at).entry())));
    return turns;
  }

  private static List<String> found(TestAlarms program, List<DecidedTurn> turns) {
    return verdicts(program, turns).stream()
        .filter(ReplayVerdict.Differs.class::isInstance)
        .map(verdict -> ((ReplayVerdict.Differs) verdict).divergence().what())
        .toList();
  }

  private static List<ReplayVerdict> verdicts(Domain program, Book book) {
    return verdicts(program, book.turns());
  }

  /** Each in a page of its own: numbers may have gaps. */
  private static List<ReplayVerdict> verdicts(Domain program, List<DecidedTurn> turns) {
    PartitionReplay replay = new PartitionReplay(program);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    Pages.of(1, turns).forEach(page -> replay.page(page, verdicts::add));
    return verdicts;
  }
}
