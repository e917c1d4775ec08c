package dev.rota.readers.capsule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.NotInLedger;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.road.logs.TopicLogs;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A capsule answers about its turns as the whole ledger does, and proves them. */
final class CapsuleTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int EVENTS = 60;
  private static final int TURNS_OF_PAGE = 7;
  private static final int FIRST = 31;
  private static final int LAST = 44;

  @TempDir private Path dir;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  /** Two lanes that share the partition. */
  private static LedgerLogs ledger(Domain domain) {
    return new LedgerLogs(domain.name(), pages(domain));
  }

  private static List<byte[]> pages(Domain domain) {
    Book book = new Book(domain);
    book.play("other", 7, 5);
    book.play("lane", 5, EVENTS);
    return book.pages(TURNS_OF_PAGE);
  }

  private Path pack(Domain domain, TopicLogs logs, long first, HistoryMoment until)
      throws IOException {
    List<String> lines = new ArrayList<>();
    new CapsulePacker(domain, logs, CheckpointChoice.BEGINNING, "lane")
        .write(new HistoryMoment.Turn(first - 1), until, lines::add);
    return Files.write(dir.resolve("incident.rota"), lines);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void itAnswersAsTheLedgerDoes(Domain domain) throws IOException {
    LedgerLogs ledger = ledger(domain);
    Path file = pack(domain, ledger, FIRST, new HistoryMoment.Turn(LAST));

    for (int turn = FIRST; turn <= LAST; turn += 4) {
      HistoryMoment moment = new HistoryMoment.Turn(turn);
      assertThat(state(domain, ExportedLogs.read(file), moment))
          .as("turn %d", turn)
          .isEqualTo(state(domain, ledger, moment));
    }
    assertThatThrownBy(
            () -> state(domain, ExportedLogs.read(file), new HistoryMoment.Turn(FIRST - 12)))
        .isInstanceOf(NotInLedger.class);
    assertThatThrownBy(
            () -> state(domain, ExportedLogs.read(file), new HistoryMoment.Turn(LAST + 7)))
        .isInstanceOf(NotInLedger.class);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void itsTurnsAreDecidedAgain(Domain domain) throws IOException {
    Capsule capsule =
        Capsule.open(pack(domain, ledger(domain), FIRST, new HistoryMoment.Turn(LAST)));

    assertThat(capsule.domain()).isEqualTo(domain.name());
    assertThat(capsule.lane()).isEqualTo("lane");
    // Turn 31 of the lane is in the page of the turns 36 to 42, turn 44 in that of 43 to 49.
    assertThat(capsule.replay()).isEqualTo(new CapsuleReplay(14, 35, null));
  }

  @ParameterizedTest
  @MethodSource("domains")
  void fromTheFirstTurnOnNothingIsBelieved(Domain domain) throws IOException {
    Path file = pack(domain, ledger(domain), 1, HistoryMoment.END);

    assertThat(Capsule.open(file).replay()).isEqualTo(new CapsuleReplay(EVENTS + 5, 0, null));
  }

  @ParameterizedTest
  @MethodSource("domains")
  void anEditedPageIsFound(Domain domain) throws IOException {
    List<byte[]> pages = pages(domain);
    byte[] edited = pages.get(6).clone();
    edited[edited.length / 2] ^= 1;
    pages.set(6, edited);
    LedgerLogs forged = new LedgerLogs(domain.name(), pages);

    assertThat(
            Capsule.open(pack(domain, forged, FIRST, new HistoryMoment.Turn(50))).replay().isSame())
        .isFalse();
    assertThatThrownBy(() -> pack(domain, forged, 55, HistoryMoment.END))
        .isInstanceOf(NotInLedger.class)
        .hasMessageContaining("-ledger/0/6 cannot be verified");
  }

  /** No seal covers what lies beside a page. */
  @ParameterizedTest
  @MethodSource("domains")
  void anEditBesideAPageIsFound(Domain domain) throws IOException {
    Path file = pack(domain, ledger(domain), 1, HistoryMoment.END);
    List<String> lines = Files.readAllLines(file);
    String page = lines.get(3);
    for (String[] edit :
        new String[][] {
          {"\"timestamp\":", "\"timestamp\":1", "timestamp"},
          {"\"key\":\"MA==\"", "\"key\":\"MQ==\"", "key: 0 expected, found 1"},
          {"rota.turns", "rota.turn_", "headers: [rota.page=3, rota.turns=7"}
        }) {
      assertThat(page).contains(edit[0]);
      lines.set(3, page.replace(edit[0], edit[1]));
      Files.write(file, lines);
      assertThat(Capsule.open(file).replay().difference()).contains("offset 2, ", edit[2]);
    }
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aForgedCheckpointIsFound(Domain domain) throws IOException {
    Path file = pack(domain, ledger(domain), FIRST, new HistoryMoment.Turn(LAST));
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    int rows = lines.size() - 3; // the rows, the checkpoint's end, and the number of records
    assertThat(lines.get(rows)).contains("-checkpoints");
    int middle = lines.get(rows).length() / 2;
    char was = lines.get(rows).charAt(middle);
    lines.set(
        rows,
        lines.get(rows).substring(0, middle)
            + (was == 'A' ? 'B' : 'A')
            + lines.get(rows).substring(middle + 1));
    Files.write(file, lines);

    assertThat(Capsule.open(file).replay().difference()).contains("-checkpoints/0/");
  }

  @ParameterizedTest
  @MethodSource("domains")
  void momentsWithoutATurnAreRefused(Domain domain) {
    LedgerLogs ledger = ledger(domain);
    assertThatThrownBy(() -> pack(domain, ledger, EVENTS + 1, HistoryMoment.END))
        .isInstanceOf(NotInLedger.class)
        .hasMessage("the lane 'lane' has no turn between these moments");
    assertThatThrownBy(() -> pack(domain, ledger, 20, new HistoryMoment.Turn(5)))
        .isInstanceOf(NotInLedger.class);
  }

  private static JsonNode state(Domain domain, TopicLogs logs, HistoryMoment moment) {
    return new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, "lane")
        .at(
            moment,
            (state, standing) -> {
              assertThat(standing.isProved()).as(standing.proof()).isTrue();
              return JSON.valueToTree(
                  domain.card().queries().get("state").answer(state, new QueryArguments(Map.of())));
            });
  }
}
