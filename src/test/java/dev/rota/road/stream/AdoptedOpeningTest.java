package dev.rota.road.stream;

import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.stream.rows.UnsavedTail;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.testing.laws.Later;
import dev.rota.testing.laws.Mutant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A partition whose lanes have adopted later rules is opened by programs that know them or not. */
final class AdoptedOpeningTest {
  private final AlarmDomain first = new AlarmDomain();

  /** Rules 2 refuse alarms of an even length of their name. */
  private final Later<AlarmState, AlarmInput, AlarmFact> both =
      Later.of(
          first,
          fact ->
              fact instanceof AlarmFact.AlarmSet set && set.id().length() % 2 == 0
                  ? new AlarmFact.Refused(set.id(), AlarmFact.Because.IN_THE_PAST)
                  : fact);

  /** Rules 1 cannot run here any more. */
  private final DomainCard<AlarmState, AlarmInput, AlarmFact> second =
      new Mutant<>(both) {
        @Override
        public List<DomainCard<AlarmState, AlarmInput, AlarmFact>> versions() {
          return List.of(both);
        }
      };

  private final LedgerInMemory ledger = new LedgerInMemory();
  private final TreeRows rows = new TreeRows();
  private TreeRows checkpoint;
  private PageEnd end;
  private long offset;

  /** Pages by rules 1, a checkpoint, and pages in which the lanes adopt rules 2. */
  @BeforeEach
  void write() {
    var pages = new PageWriter(0, PageEnd.START);
    write(pages, first, 0, 6);
    checkpoint = copy(rows);
    write(pages, both, 6, 16);
    end = pages.end();
  }

  private void write(
      PageWriter pages, DomainCard<AlarmState, AlarmInput, AlarmFact> program, int from, int to) {
    var live = new LaneStore(program, rows);
    for (int i = from; i < to; i++) {
      take(live, i).forEach(turn -> pages.add(turn.entry()));
      var closed = pages.close(live::stateDigest);
      live.save(pages.end());
      ledger.page(closed.page().number(), closed.bytes());
    }
  }

  @Test
  void rowsOfRulesThatCannotRunGoOnWithTheTurnsBehindThem() {
    TreeRows opened = copy(checkpoint);

    assertThat(open(second, opened)).usingRecursiveComparison().isEqualTo(end);
    assertThat(told(opened)).isEqualTo(told(rows));
  }

  @Test
  void rowsThatAreLostAreRebuiltWhereAllRulesRun() {
    TreeRows opened = new TreeRows();

    assertThat(open(both, opened)).usingRecursiveComparison().isEqualTo(end);
    assertThat(new LaneStore(both, opened).lane("home").cursor().rules()).isEqualTo(2);
  }

  @Test
  void rowsThatAreLostAreNotRebuiltWhereRulesCannotRun() {
    assertThatThrownBy(() -> open(second, new TreeRows()))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll(
            "follows decisions of rules that cannot run here", "Nothing is decided");
  }

  @Test
  void aProgramThatDoesNotKnowTheRulesOpensNothing() {
    for (TreeRows own : List.of(copy(checkpoint), copy(rows), new TreeRows())) {
      assertThatThrownBy(() -> open(first, own))
          .isInstanceOf(UnknownRules.class)
          .hasMessageContaining("is decided by rules 2, which are not known here");
    }
  }

  private PageEnd open(DomainCard<AlarmState, AlarmInput, AlarmFact> program, TreeRows own) {
    var opening =
        new PartitionOpening(
            program,
            0,
            ledger,
            new KeptInMemory(own, () -> new LaneStore(program, own)),
            own,
            new UnsavedTail(() -> 0));
    opening.open(false);
    return opening.end();
  }

  private List<DecidedTurn> take(LaneStore live, int at) {
    String lane = at % 2 == 0 ? "home" : "work";
    byte[] digest = new Sha256().number((int) offset).finish();
    var source = new InputPosition(AlarmWire.SETTINGS, 0, offset++, 10L * at, digest);
    TurnArrival arrival = new InputCodec(first).take(source, set(lane, "a".repeat(1 + at % 4), 40));
    List<DecidedTurn> turns = new ArrayList<>();
    live.lane(lane).take(arrival, 10L * at, turns::add);
    return turns;
  }

  private static List<String> told(TreeRows all) {
    return all.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE).stream()
        .map(row -> Arrays.toString(row.key()) + Arrays.toString(row.value()))
        .toList();
  }

  private static TreeRows copy(TreeRows from) {
    return new TreeRows(from);
  }
}
