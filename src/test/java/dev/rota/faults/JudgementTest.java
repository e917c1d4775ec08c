package dev.rota.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.faults.Evidence.Answer;
import dev.rota.faults.Evidence.Audited;
import dev.rota.faults.Evidence.Turn;
import dev.rota.faults.Judgement.Complaint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The global check has teeth: a sound history passes, and each way to spoil it is seen. */
class JudgementTest {
  /** A history of two lanes, three inputs each, that can be spoilt. */
  private static final class History {
    Set<String> accepted = new HashSet<>();
    List<Turn> turns = new ArrayList<>();
    List<Answer> answers = new ArrayList<>();
    List<String> findings = new ArrayList<>();
    List<String> dead = new ArrayList<>();
    List<String> open = new ArrayList<>();
    boolean proved = true;
    long auditedTurns = 6;
    long auditedInputs = 6;
    long waiting;
    long deadLetters;
    long inFlight = 2;
    long later = 1;

    History() {
      for (int number = 1; number <= 3; number++) {
        take("a", number, "claims/0/" + number);
        take("b", number, "block-events/1/" + number);
      }
    }

    private void take(String lane, long number, String source) {
      accepted.add(source);
      turns.add(new Turn(lane, number, source));
      answers.add(new Answer(source, "QUEUED"));
    }

    Judgement judge() {
      var audit = new Audited(proved, auditedTurns, auditedInputs, waiting, deadLetters, findings);
      return Judgement.of(
          new Evidence(accepted, turns, answers, audit, inFlight, later, dead, open));
    }
  }

  /** A way to spoil a history, and the only invariant that it breaks. */
  private record Spoilt(String name, Consumer<History> how, Invariant broken) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Spoilt> SPOILT =
      List.of(
          new Spoilt(
              "nothing sent",
              history -> {
                history.accepted.clear();
                history.turns.clear();
                history.answers.clear();
                history.auditedTurns = 0;
                history.auditedInputs = 0;
              },
              Invariant.CHECKED),
          new Spoilt("nothing in flight", history -> history.inFlight = 0, Invariant.IN_FLIGHT),
          new Spoilt("nothing after", history -> history.later = 0, Invariant.PROGRESS),
          new Spoilt(
              "input lost",
              history -> {
                history.turns.remove(new Turn("a", 3, "claims/0/3"));
                history.auditedTurns--;
              },
              Invariant.LOST),
          new Spoilt(
              "input invented",
              history -> {
                history.turns.add(new Turn("a", 4, "claims/0/4"));
                history.auditedTurns++;
              },
              Invariant.LOST),
          new Spoilt(
              "input decided twice",
              history -> {
                history.turns.add(new Turn("a", 4, "claims/0/1"));
                history.auditedTurns++;
              },
              Invariant.DOUBLED),
          new Spoilt(
              "number skipped",
              history -> history.turns.set(4, new Turn("a", 4, "claims/0/3")),
              Invariant.ORDER),
          new Spoilt(
              "number repeated",
              history -> history.turns.set(4, new Turn("a", 2, "claims/0/3")),
              Invariant.ORDER),
          new Spoilt(
              "numbers swapped",
              history -> history.turns.add(2, history.turns.remove(4)),
              Invariant.ORDER),
          new Spoilt(
              "numbers from two",
              history -> history.turns.replaceAll(JudgementTest::next),
              Invariant.ORDER),
          new Spoilt(
              "input answered twice",
              history -> history.answers.add(new Answer("claims/0/2", "REFUSED")),
              Invariant.ANSWERED_ONCE),
          new Spoilt(
              "input not answered", history -> history.answers.remove(0), Invariant.ANSWERED_ONCE),
          new Spoilt(
              "answer to nobody",
              history -> history.answers.add(new Answer("claims/0/9", "QUEUED")),
              Invariant.ANSWERED_ONCE),
          new Spoilt(
              "audit differs", history -> history.findings.add("turn 2 differs"), Invariant.PROVED),
          new Spoilt("audit unproved", history -> history.proved = false, Invariant.PROVED),
          new Spoilt("audit saw less", history -> history.auditedTurns--, Invariant.PROVED),
          new Spoilt("audit missed an input", history -> history.auditedInputs--, Invariant.PROVED),
          new Spoilt("input waits", history -> history.waiting = 1, Invariant.PROVED),
          new Spoilt("dead letter", history -> history.deadLetters = 1, Invariant.PROVED),
          new Spoilt(
              "engine died",
              history -> history.dead.add("an engine ended with 70"),
              Invariant.ALIVE),
          new Spoilt(
              "transaction open", history -> history.open.add("cores-ledger-0"), Invariant.CLOSED));

  static List<Spoilt> spoilt() {
    return SPOILT;
  }

  private static Turn next(Turn turn) {
    return new Turn(turn.lane(), turn.number() + 1, turn.source());
  }

  @Test
  void aSoundHistoryPassesAndIsCounted() {
    Judgement judgement = new History().judge();
    assertThat(judgement).isEqualTo(new Judgement(6, 6, 6, 0, 0, List.of()));
    assertThat(judgement.word()).isEqualTo("ok");
  }

  @Test
  void aTickHasNoInputAndIsNoComplaint() {
    History history = new History();
    history.turns.add(new Turn("a", 4, null));
    history.auditedTurns++;
    assertThat(history.judge().complaints()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("spoilt")
  void aSpoiltHistoryIsSeen(Spoilt spoilt) {
    History history = new History();
    spoilt.how.accept(history);
    Judgement judgement = history.judge();
    assertThat(judgement.complaints()).extracting(Complaint::invariant).containsOnly(spoilt.broken);
    assertThat(judgement.word()).isEqualTo(spoilt.broken.makesInvalid() ? "INVALID" : "FAILED");
  }

  @Test
  void lostAndDoubledAreCounted() {
    History history = new History();
    history.turns.set(4, new Turn("a", 3, "claims/0/1"));
    Judgement judgement = history.judge();
    assertThat(judgement.lost()).isEqualTo(1);
    assertThat(judgement.doubled()).isEqualTo(1);
  }

  @Test
  void whatIsWrongIsWrongEvenWhenNothingWasInFlight() {
    History history = new History();
    history.inFlight = 0;
    history.open.add("cores-ledger-0");
    assertThat(history.judge().word()).isEqualTo("FAILED");
  }

  @Test
  void everyInvariantHasAWayToBreakIt() {
    assertThat(SPOILT.stream().map(spoilt -> spoilt.broken)).contains(Invariant.values());
  }

  private static Repeats repeats(String topic, long secondNumber, String... words) {
    var pair = new Repeats.Pair(topic + "/0/1", topic + "/0/2");
    List<Answer> answers = new ArrayList<>(List.of(new Answer(pair.first(), "QUEUED")));
    for (String word : words) {
      answers.add(new Answer(pair.second(), word));
    }
    List<Turn> turns =
        List.of(new Turn("a", 1, pair.first()), new Turn("a", secondNumber, pair.second()));
    return Repeats.of(List.of(pair), turns, answers);
  }

  @Test
  void aRepeatThatIsRefusedOnceIsGood() {
    assertThat(repeats("block-events", 2, "REFUSED STALE_BLOCK"))
        .isEqualTo(new Repeats(1, 0, 0, List.of()));
    assertThat(repeats("claims", 2, "REFUSED ALREADY_CLAIMED"))
        .isEqualTo(new Repeats(0, 1, 0, List.of()));
    assertThat(repeats("claims", 5, "QUEUED")).isEqualTo(new Repeats(0, 0, 1, List.of()));
  }

  @Test
  void aRepeatThatIsTakenOrAnsweredTwiceOrNeverIsSeen() {
    assertThat(repeats("block-events", 2, "SCHEDULE").complaints()).hasSize(1);
    assertThat(repeats("block-events", 5, "REFUSED OUT_OF_RANGE").complaints()).hasSize(1);
    assertThat(repeats("claims", 2, "QUEUED").complaints()).hasSize(1);
    assertThat(repeats("claims", 2).complaints()).hasSize(1);
    assertThat(repeats("claims", 2, "REFUSED QUEUE_FULL", "REFUSED QUEUE_FULL").complaints())
        .hasSize(1);
    assertThat(repeats("claims", 5).complaints()).hasSize(1);
  }
}
